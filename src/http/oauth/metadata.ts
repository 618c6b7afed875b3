/** Where apps learn how to ask for a token, and for what. */
import { scopes } from '../../domain/tokens.ts';
import { config } from '../../lib/config.ts';
import { authenticationMethods } from './client-authentication.ts';
import { grantTypes } from './register.ts';

const at = (path: string) => `${config.baseUrl}${path}`;
const withSecret = authenticationMethods.filter((method) => method !== 'none');

/** RFC 8414, section 2; `iss` in answers by RFC 9207, section 3. */
export const authorizationServer = {
  issuer: config.baseUrl,
  authorization_endpoint: at('/oauth/authorize'),
  token_endpoint: at('/oauth/token'),
  registration_endpoint: at('/oauth/register'),
  revocation_endpoint: at('/oauth/revoke'),
  introspection_endpoint: at('/oauth/introspect'),
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: grantTypes,
  token_endpoint_auth_methods_supported: authenticationMethods,
  revocation_endpoint_auth_methods_supported: authenticationMethods,
  introspection_endpoint_auth_methods_supported: withSecret,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: at('/api/docs'),
};

/** RFC 9728, section 2. */
export const protectedResource = {
  resource: config.baseUrl,
  resource_name: 'Potluck',
  authorization_servers: [config.baseUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_documentation: at('/api/docs'),
};
