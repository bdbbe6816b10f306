/** Clients of one bucket whose requests are done one at a time, in an order that a seed gives, and some of them go wrong. */
import { networkFaults } from "../../faults/faults.ts";
import { createFaultyFetch } from "../../faults/faulty-fetch.ts";
import type { S3Server } from "../../s3/s3-server.ts";
import { openS3 } from "../../s3/s3-stores.ts";
import { type HistoryOptions, noTrouble } from "./run-history.ts";
import { randomOf, Turns } from "./turns.ts";

/** Beside those of the network: a request whose sender has given it up, and which comes all the same when others have gone on. */
type ClientFault = (typeof networkFaults)[number] | "late";

const clientFaults: readonly ClientFault[] = [...networkFaults, "late"];

/** Faults after which a change was done, or will be, that nobody was told of. */
const doneUnseen: ReadonlySet<ClientFault> = new Set([
  "timeout_after",
  "error_500_after",
  "reset",
  "duplicate",
  "late",
]);

export interface S3HistoryOptions {
  readonly server: S3Server;
  readonly clients: number;
  readonly files: number;
  readonly total: number;
  readonly seed: number;
  /** One of so many requests goes wrong; none where it is 0. */
  readonly oneFaultIn: number;
}

/** What runs a history on a server. */
export function s3History({ server, oneFaultIn, seed, ...sizes }: S3HistoryOptions): HistoryOptions {
  const draw = randomOf(seed);
  const turns = new Turns(sizes.clients, draw);
  const late: { due: number; readonly arrive: () => Promise<void> }[] = [];
  let requests = 0;
  let areOpen = false;
  const arrive = async (isDue: (due: number) => boolean): Promise<void> => {
    for (const copy of late.filter(({ due }) => isDue(due))) {
      late.splice(late.indexOf(copy), 1);
      await copy.arrive();
    }
  };
  return {
    ...sizes,
    draw,
    join: () => {
      areOpen = true;
      return turns.wait();
    },
    leave: () => turns.leave(),
    settle: async () => {
      areOpen = false;
      await arrive(() => true);
    },
    open: async (_, moment) => {
      const unreliable: typeof fetch = async (input, init) => {
        if (!areOpen) return server.fetch(input, init);
        const { trouble } = client;
        await turns.wait();
        requests++;
        await arrive((due) => due <= requests);
        if (oneFaultIn === 0 || draw(oneFaultIn) !== 0) return server.fetch(input, init);
        const fault = clientFaults[draw(clientFaults.length)] as ClientFault;
        if (init?.method === "PUT" || init?.method === "DELETE") {
          trouble.isUnclear = true;
          if (doneUnseen.has(fault)) trouble.repeats = "absent";
          if (fault === "duplicate") trouble.isSecondAnswer = true;
        }
        if (fault !== "late")
          return createFaultyFetch(server.fetch, { fault, at: 1 }, () => turns.wait()).fetch(input, init);
        late.push({
          due: requests + 1 + draw(60),
          arrive: async () => {
            await (await server.fetch(input, { ...init, signal: null })).body?.cancel();
            trouble.arrival = moment();
          },
        });
        throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
      };
      const client = { store: await openS3(server, { fetch: unreliable }), trouble: noTrouble() };
      return client;
    },
  };
}
