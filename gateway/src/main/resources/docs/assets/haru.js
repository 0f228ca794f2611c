const BEARER = 'bearer';

const ui = SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  // After a login on this page, later calls use its access token.
  responseInterceptor: (response) => {
    if (response.ok && response.url.endsWith('/v1/auth/user/login')) {
      ui.authActions.authorizeWithPersistOption({
        [BEARER]: {
          name: BEARER,
          schema: ui.specSelectors.securityDefinitions().get(BEARER),
          value: JSON.parse(response.text).token,
        },
      });
    }
    return response;
  },
});
