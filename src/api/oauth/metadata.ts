/** Builds the OAuth metadata documents. */
import { scopes } from '../../domain/access/tokens.ts';
import { config } from '../../lib/config.ts';
import { authenticationMethods } from './client-authentication.ts';
import { grantTypes } from './register.ts';

const urlOf = (path: string) => `${config.baseUrl}${path}`;
const withSecret = authenticationMethods.filter((method) => method !== 'none');

/** RFC 8414 §2, and `iss` by RFC 9207 §3. */
export const authorizationServer = {
  issuer: config.baseUrl,
  authorization_endpoint: urlOf('/oauth/authorize'),
  token_endpoint: urlOf('/oauth/token'),
  registration_endpoint: urlOf('/oauth/register'),
  revocation_endpoint: urlOf('/oauth/revoke'),
  introspection_endpoint: urlOf('/oauth/introspect'),
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: grantTypes,
  token_endpoint_auth_methods_supported: authenticationMethods,
  revocation_endpoint_auth_methods_supported: authenticationMethods,
  introspection_endpoint_auth_methods_supported: withSecret,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: urlOf('/api/docs'),
};

/** RFC 9728 §2. */
export const protectedResource = {
  resource: config.baseUrl,
  resource_name: 'Potluck',
  authorization_servers: [config.baseUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_documentation: urlOf('/api/docs'),
};
