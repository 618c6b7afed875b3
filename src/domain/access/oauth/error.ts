/** Defines the errors that OAuth endpoints return to apps. */

/** RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  /** `message` becomes error_description: ASCII without `"` and `\`. */
  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
