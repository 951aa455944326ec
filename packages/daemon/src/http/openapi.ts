import { eventsPath, failureSchema, routes } from '@plugin-hostd/contracts';
import { z } from 'zod';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
}

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: z.toJSONSchema(schema, { io, target: 'openapi-3.0' }) },
});

function operation(name: string, route: Route) {
  const parameters = [...route.path.matchAll(/:(\w+)/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    operationId: name,
    summary: route.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: { required: true, content: json(route.body, 'input') } } : {}),
    responses: {
      200: { description: 'Done.', content: json(route.reply, 'output') },
      default: { description: 'What went wrong, and what to do.', content: json(failureSchema, 'output') },
    },
  };
}

/** The OpenAPI description of the routes. */
export function openApiDocument(version: string): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes as Record<string, Route>)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'plugin-hostd',
      version,
      description: `Hosts audio plugins. Events come over the WebSocket ${eventsPath}.`,
      license: { name: 'ISC' },
    },
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{}, { token: [] }],
  };
}
