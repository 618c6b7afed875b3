/** Public keys in the formats that actors publish. */

export const rsaPem = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA4f904NFjAuqUHKH9Z7Is
i/o2KVqJ8bxvzhxKDak5S9Ok9srBclbbC0MnrecEWzWsQOyE8e6gr3KnqeOCLS0a
x2qPT4kx81yCTfIo8hMpoCblE5qpyFw0ca2/kKnfYoQ1KlIlfvdE/z4tnHpQcecI
KDFnTmNKcv80FgEzhlld3xt/GGZ+OW/gbnAuG0JPV5FmU11RSMxBuxA5zytIwcmJ
hXDahdfmvVICz0FFNhJxOCCplei85xKmGALrqA7hlsuaaZpi44zxJx9EnOUUlsC+
ygKfyVq/3XTS/kT2tXaVt9BQ5kPJ6G62MXP0NQDvDkiE6CvjIMo2NQxZwcK49SLf
SwIDAQAB
-----END PUBLIC KEY-----
`;

/** The same key in PKCS #1. */
export const pkcs1Pem = `-----BEGIN RSA PUBLIC KEY-----
MIIBCgKCAQEA4f904NFjAuqUHKH9Z7Isi/o2KVqJ8bxvzhxKDak5S9Ok9srBclbb
C0MnrecEWzWsQOyE8e6gr3KnqeOCLS0ax2qPT4kx81yCTfIo8hMpoCblE5qpyFw0
ca2/kKnfYoQ1KlIlfvdE/z4tnHpQcecIKDFnTmNKcv80FgEzhlld3xt/GGZ+OW/g
bnAuG0JPV5FmU11RSMxBuxA5zytIwcmJhXDahdfmvVICz0FFNhJxOCCplei85xKm
GALrqA7hlsuaaZpi44zxJx9EnOUUlsC+ygKfyVq/3XTS/kT2tXaVt9BQ5kPJ6G62
MXP0NQDvDkiE6CvjIMo2NQxZwcK49SLfSwIDAQAB
-----END RSA PUBLIC KEY-----
`;

/** 1,024 bits. */
export const weakPem = `-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDSN55kJPI963O6wwKHYUeKyKkx
h3iLqSt9cYe7KNaZeX7ETelLcxp/iAjqBzzb4/tlqMPOUfiiQFh34L9dd2245H9T
x6ydxWgS067Hy3IQEAsT0kphtt+iBPE9ND7mrrzSYNSU1S+mONTIYRFMoBWHLXgI
Ls7I8EAIi5mIkzzaBwIDAQAB
-----END PUBLIC KEY-----
`;

export const ed25519Pem = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAVtIccvIZGTz/jcmlsAhztSO9I1z9K5PtFFYlp4K211c=
-----END PUBLIC KEY-----
`;
