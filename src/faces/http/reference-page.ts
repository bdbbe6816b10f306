/** A page that shows the API's description. It loads nothing from elsewhere, and whatever the description holds is text to it. */

import { errorCodes } from "../../base/errors.ts";
import { statusOf } from "./status-of.ts";

const codes = errorCodes.map((code) => `<li id="${code}"><code>${code}</code> ${statusOf({ code })}</li>`).join("\n");

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Graphdown API</title>
<link rel="stylesheet" href="/docs/page.css">
<script type="module" src="/docs/page.js"></script>
</head>
<body>
<header><h1>Graphdown API</h1><p id="about">Loading <a href="/openapi.json">/openapi.json</a> …</p></header>
<main id="operations"></main>
<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<p>Every failure is a problem document (RFC 9457) with a code, what was wrong in <code>detail</code>, and what to do in <code>next</code>.</p>
<ul>
${codes}
</ul>
</section>
</body>
</html>
`;

const script = `const element = (name, text, ...children) => {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
};
const folded = (title, value) =>
  element("details", "", element("summary", title), element("pre", JSON.stringify(value, null, 2)));
const description = await (await fetch("/openapi.json")).json();
const resolve = (schema) =>
  schema && schema.$ref ? schema.$ref.slice(2).split("/").reduce((part, key) => part[key], description) : schema;
document.getElementById("about").textContent =
  description.info.title + " " + description.info.version + ": " + description.info.description;
const list = document.getElementById("operations");
for (const [path, methods] of Object.entries(description.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    const title = element("h2", "", element("code", method.toUpperCase() + " " + path));
    title.id = method + path.replaceAll(/[^a-z0-9]+/gi, "-");
    const article = element("article", "", title, element("p", operation.summary || ""));
    if (operation.description) article.append(element("p", operation.description));
    if (operation.parameters && operation.parameters.length > 0) {
      const terms = element("dl");
      for (const { name, in: place, required, description: text } of operation.parameters)
        terms.append(element("dt", name + " (" + place + (required ? ", required" : "") + ")"), element("dd", text || ""));
      article.append(terms);
    }
    for (const [type, { schema }] of Object.entries((operation.requestBody && operation.requestBody.content) || {}))
      article.append(folded("Body: " + type, resolve(schema)));
    for (const [status, { description: text, content }] of Object.entries(operation.responses))
      for (const [type, { schema }] of Object.entries(content || { "": {} }))
        article.append(folded(status + " " + text + (type ? ": " + type : ""), resolve(schema)));
    list.append(article);
  }
}
`;

const style = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin-bottom: 0.25rem; }
article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.5rem 0; }
dt { font-family: ui-monospace, monospace; }
pre { overflow-x: auto; font-size: 0.85rem; }
`;

export const referencePage: { readonly html: string; readonly script: string; readonly style: string } = {
  html,
  script,
  style,
};
