import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /_apis/profile/profiles/me`. */
export interface AzureDevOpsProfile extends AdditionalClaims {
  id: string
  displayName: string
  emailAddress: string
  publicAlias: string
  coreAttributes?: { Avatar?: { value: { value: string; size: string } } } | undefined
}

/**
 * Signs users in with Azure DevOps. Only apps registered before April 2025 can use this provider.
 *
 * - To replace it, use `microsoft-entra-id` with the scope `499b84ac-1321-427f-aa17-267ca6975798/.default`.
 * - Redirect URIs must use HTTPS.
 *
 * @deprecated Closed to new apps since April 2025 and switched off during 2026. Use `microsoft-entra-id`.
 * @see https://app.vsaex.visualstudio.com/app/register
 */
export const AzureDevOps = defineOAuth<AzureDevOpsProfile, { scope?: string }>({
  id: 'azure-devops',
  name: 'Azure DevOps',
  authorization: {
    url: 'https://app.vssps.visualstudio.com/oauth2/authorize',
    params: { response_type: 'Assertion', scope: '{scope}' },
  },
  token: {
    url: 'https://app.vssps.visualstudio.com/oauth2/token',
    parameterNames: { client_id: null, code: 'assertion', grant_type: null },
    extraParams: {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: '{clientSecret}',
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    },
    tokenType: 'bearer',
  },
  userinfo:
    'https://app.vssps.visualstudio.com/_apis/profile/profiles/me?details=true&coreAttributes=Avatar&api-version=6.0',
  scope: 'vso.profile',
  client: { token_endpoint_auth_method: 'none' },
  profile: ({ id, displayName, emailAddress, coreAttributes }) => ({
    id,
    name: displayName,
    email: emailAddress,
    image: coreAttributes?.Avatar && `data:image/jpeg;base64,${coreAttributes.Avatar.value.value}`,
  }),
  icon: () => import('./icons/azure-devops.js'),
})

export default AzureDevOps
