import type { Middleware } from "openapi-fetch";

const JSON_TYPE = "application/json";

/** Sets the media type of merge patches and iCalendar files. openapi-fetch sends each body as JSON. */
export const mediaTypes: Middleware = {
  onRequest({ request, schemaPath }) {
    if (request.headers.get("Content-Type") === JSON_TYPE) {
      if (request.method === "PATCH") {
        request.headers.set("Content-Type", "application/merge-patch+json");
      } else if (schemaPath === "/v1/schedules/import") {
        request.headers.set("Content-Type", "text/calendar");
      }
    }
    return request;
  },
};

/** Serializes a body as JSON. A text is an iCalendar file and remains as it is. */
export function serialized(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
