const BEARER = 'bearer';
const TOKEN = 'haru.token';
const DAY = 24 * 60 * 60 * 1000;

// Swagger UI itself would keep the token without an end. The session storage of a tab ends with the tab.
const TokenOfTheTab = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (original) => (authorized) => {
          if (authorized[BEARER]) {
            sessionStorage.setItem(TOKEN, authorized[BEARER].value);
          }
          return original(authorized);
        },
        logout: (original) => (names) => {
          sessionStorage.removeItem(TOKEN);
          return original(names);
        },
      },
    },
  },
});

// All problems have one form, which the top of the page shows once, and the same headers.
const ProblemsWithoutExample = ({ React }) => ({
  wrapComponents: {
    response: (Original) => (props) => React.createElement(Original, {
      ...props,
      response: props.response.hasIn(['content', 'application/problem+json'])
        ? props.response.delete('content').delete('headers') : props.response,
    }),
  },
});

// An optional parameter is empty at first, so its example is a hint in the empty field.
const ExamplesOfOptionalParameters = ({ React }) => ({
  wrapComponents: {
    JsonSchema_string: (Original) => (props) => {
      const example = props.schema.getIn(['examples', 0]);
      return React.createElement(Original, {
        ...props,
        description: example === undefined ? props.description : `${props.description}, for example ${example}`,
      });
    },
  },
});

// Swagger UI gives these controls no name for screen readers.
const NamedControls = ({ React }) => ({
  wrapComponents: {
    TextArea: (Original) => (props) => React.createElement(Original, { 'aria-label': 'Request body', ...props }),
    ExamplesSelect: (Original) => (props) => React.createElement(
      'label',
      null,
      props.showLabels === false ? React.createElement('span', { className: 'for-screen-readers' }, 'Examples') : null,
      React.createElement(Original, props),
    ),
  },
});

// A report is available for some weeks only, so a fixed example would expire. Yesterday in UTC is never in the future.
const PeriodsOfYesterday = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (original) => (api) => {
          const yesterday = new Date(Date.now() - DAY);
          setExample(api, '/v1/reports/daily', yesterday.toISOString().slice(0, 10));
          setExample(api, '/v1/reports/weekly', isoWeek(yesterday));
          return original(api);
        },
      },
    },
  },
});

function setExample(api, path, example) {
  const parameter = api.paths?.[path]?.get.parameters[0];
  if (parameter) {
    parameter.example = example;
  }
}

// An ISO week belongs to the year of its Thursday.
function isoWeek(date) {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);
  const days = Math.floor((thursday - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY);
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const useColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', useColours);
useColours();

document.getElementById('origin').textContent = location.origin;

const ui = SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [TokenOfTheTab, ProblemsWithoutExample, ExamplesOfOptionalParameters, NamedControls, PeriodsOfYesterday],
  onComplete: () => {
    const token = sessionStorage.getItem(TOKEN);
    if (token) {
      authorize(token);
    }
  },
  // After a sign-in or a refresh on this page, later calls use the new access token.
  responseInterceptor: (response) => {
    if (response.ok && /\/v1\/auth\/user\/(login|refresh)$/.test(response.url)) {
      authorize(JSON.parse(response.text).token);
    } else if (response.ok && /\/v1\/auth\/user(\/logout)?$/.test(response.url)) {
      ui.authActions.logout([BEARER]);
    }
    return response;
  },
});

function authorize(token) {
  ui.authActions.authorize({
    [BEARER]: {
      name: BEARER,
      schema: ui.specSelectors.securityDefinitions().get(BEARER),
      value: token,
    },
  });
}
