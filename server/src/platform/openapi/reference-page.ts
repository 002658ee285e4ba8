import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import { referencePolicy } from '../http/headers.ts';

/** The page's script object that the functions below use; they run in the browser. */
interface Reference {
  authActions: { authorize(schemes: Record<string, { name: string; schema: object; value: string }>): void };
}
declare const SwaggerUIBundle: { plugins: { DownloadUrl: (system: object) => object } };
declare const window: { reference: Reference };

interface TriedAnswer {
  url: string;
  status: number;
  body: unknown;
}

/** After a sign-in on the page, uses its token for the requests that follow. */
function signInByTrying(answer: TriedAnswer): TriedAnswer {
  if (answer.status === 200 && /\/auth\/login$/.test(answer.url)) {
    const { data } = answer.body as { data: { access_token: string } };
    window.reference.authActions.authorize({
      bearerAuth: { name: 'bearerAuth', schema: { type: 'http', scheme: 'bearer' }, value: data.access_token },
    });
  }
  return answer;
}

// The source of these functions is copied into the page, so they cannot use anything of this file.
const uiConfig = {
  // Sections are closed at first. With 150 entries the page renders only the visible ones, and input in the others
  // would be lost.
  docExpansion: 'none',
  // Input is lost with the page: a token does not belong in a browser's storage.
  persistAuthorization: false,
  tryItOutEnabled: true,
  filter: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  syntaxHighlight: { theme: 'tomorrow-night' },
  plugins: [
    (system: object) => SwaggerUIBundle.plugins.DownloadUrl(system),
    (system: Reference) => {
      window.reference = system;
      return {};
    },
  ],
  responseInterceptor: signInByTrying,
};

const css = `
body { background: #fff; }
.swagger-ui .topbar { display: none; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui table thead tr th, .swagger-ui .btn, .swagger-ui label { font-family: system-ui, -apple-system, 'Segoe UI', sans-serif; }
.swagger-ui .info { margin: 28px 0 8px; }
.swagger-ui .info .title small { background: #3b5bdb; }
.swagger-ui .info table { width: auto; border-collapse: collapse; margin: 8px 0 16px; font-size: 13px; }
.swagger-ui .info table th, .swagger-ui .info table td { border-bottom: 1px solid #e3e6ec; padding: 4px 12px 4px 0; text-align: left; }
.swagger-ui .info table code { padding: 0; background: none; color: inherit; font-size: 12px; font-weight: 400; }
.swagger-ui .info table p { margin: 0; }
.swagger-ui .info summary { cursor: pointer; font-weight: 600; margin: 8px 0; }
.swagger-ui .scheme-container { padding: 12px 0; margin: 0 0 12px; box-shadow: none; border-bottom: 1px solid #e3e6ec; }
.swagger-ui .opblock-tag { font-size: 20px; }
.swagger-ui .opblock { box-shadow: none; border-radius: 6px; }
`;

/** The API reference at /docs, where every operation can be tried. */
export const referencePage: FastifySwaggerUiOptions = {
  routePrefix: '/docs',
  // The package's types lack plugins and the real argument of an interceptor.
  uiConfig: uiConfig as object,
  theme: { title: 'Tillhouse: the interface', css: [{ filename: 'tillhouse.css', content: css }] },
  staticCSP: referencePolicy,
};
