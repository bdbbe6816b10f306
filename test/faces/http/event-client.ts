/** A client of server-sent events for tests. */
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export interface SentEvent {
  readonly id: string | undefined;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of any shape
  readonly data: any;
}

export interface EventClient {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What came besides events: comments and the time to wait. */
  readonly other: string[];
  /** The next event; `undefined` at the orderly end of the stream. */
  next(): Promise<SentEvent | undefined>;
  /** Hangs up. */
  close(): void;
}

/** Asks for events, over a connection of its own. */
export async function openEvents(url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventClient> {
  const asked = request(url, { headers, agent: false }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const parts = response.setEncoding("utf8")[Symbol.asyncIterator]() as AsyncIterator<string>;
  const other: string[] = [];
  let text = "";
  return {
    status: response.statusCode as number,
    headers: response.headers,
    other,
    async next() {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end === -1) {
          const part = await parts.next();
          if (part.done === true) return undefined;
          text += part.value;
          continue;
        }
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const event = parseBlock(block);
        if (event !== undefined) return event;
        other.push(block);
      }
    },
    close: () => asked.destroy(),
  };
}

function parseBlock(block: string): SentEvent | undefined {
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const),
  );
  const event = fields.get("event");
  if (event === undefined) return undefined;
  return { id: fields.get("id"), event, data: JSON.parse(fields.get("data") ?? "") };
}
