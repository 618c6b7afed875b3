/** Tests of pure code: no database, no server. */
export const unitTests = [
  'test/architecture.test.ts',
  'test/{lib,languages,recipe-import}/**/*.test.ts',
  'test/federation/{compact,corpus,mutated-corpus,documented}.test.ts',
  'test/federation/objects/**/*.test.ts',
  'test/http/{openapi,multipart-splitter}.test.ts',
  'test/pages/{date-text,form-html}.test.ts',
  'test/container/files.test.ts',
  'test/oauth/redirect-uri.test.ts',
  'test/faults/**/*.test.ts',
];
