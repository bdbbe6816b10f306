import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Misbehaviour, type S3Server, startS3Server } from "../../s3/s3-server.ts";
import { run } from "./run-program.ts";

const servers: S3Server[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

interface Place {
  readonly server: S3Server;
  readonly location: string;
  readonly environment: Readonly<Record<string, string>>;
}

async function newPlace(
  options: Misbehaviour & { versioning?: "on"; objectLock?: boolean; now?: () => number } = {},
  extra = "",
): Promise<Place> {
  const server = await startS3Server(options);
  servers.push(server);
  return {
    server,
    location: `s3://notes/kb?endpoint=${encodeURIComponent(server.endpoint)}${extra}`,
    environment: {
      AWS_ACCESS_KEY_ID: server.account.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.account.secretAccessKey,
    },
  };
}

describe("the command line on a bucket", () => {
  let place: Place;
  beforeAll(async () => {
    place = await newPlace();
    place.server.write("kb/crane.md", "# Crane\n\nA crane lifts containers.\n");
    place.server.write("kb/deep/port.md", "# Port\n\nSee [[crane]].\n");
  });

  it("searches, reads and lists", async () => {
    const { location, environment } = place;
    expect((await run(["search", "lifts containers", "--root", location], { environment })).output).toContain(
      "crane.md",
    );
    expect((await run(["read", "deep/port.md", "--root", location], { environment })).output).toContain(
      "See [[crane]].",
    );
    expect((await run(["ls", "--root", location, "--prefix", "deep"], { environment })).output).toContain("port.md");
  });

  it("takes the endpoint from the environment too", async () => {
    const environment = { ...place.environment, AWS_ENDPOINT_URL_S3: place.server.endpoint };
    expect((await run(["ls", "--root", "s3://notes/kb"], { environment })).output).toContain("crane.md");
  });

  it("writes where it is permitted, and as a trial without writing a file", async () => {
    const { server, location, environment } = place;
    const dry = await run(["write", "new.md", "# New", "--root", location, "--dry-run"], { environment });
    expect(dry.code).toBe(0);
    expect(server.keys()).not.toContain("kb/new.md");
    expect((await run(["write", "new.md", "# New", "--root", location], { environment })).code).toBe(4);
    expect((await run(["write", "new.md", "# New", "--root", location, "--allow-write"], { environment })).code).toBe(
      0,
    );
    expect(server.bytesOf("kb/new.md")?.toString()).toContain("# New");
  });

  it("says what is wrong without keys and addresses", async () => {
    const { location, environment } = place;
    const wrong = await run(["ls", "--root", location], {
      environment: { ...environment, AWS_SECRET_ACCESS_KEY: "other" },
    });
    expect(wrong).toMatchObject({ code: 3, errors: expect.stringContaining("SignatureDoesNotMatch") });
    expect(wrong.output + wrong.errors).not.toMatch(/AKID|other|kb/);
    expect((await run(["ls", "--root", "s3://KEY:secret@notes"], { environment })).errors).not.toContain("secret");
    expect((await run(["ls", "--root", "s3://notes?endpoint=http://example.com"], { environment })).code).toBe(2);
  });
});

describe("graphdown doctor on a bucket", () => {
  const report = async (place: Place): Promise<{ code: number | null; output: string }> =>
    run(["doctor", place.location], { environment: place.environment });

  it("finds a good one good", async () => {
    const { code, output } = await report(await newPlace({ versioning: "on", objectLock: true }));
    expect(output).toMatch(
      /ok {2}conditional writes: held\nok {2}conditional deletions: held\nok {2}conditional writes in parts: held/,
    );
    expect(output).toMatch(/ok {2}older versions: on\nok {2}object lock: on\nok {2}clock: [01] s/);
    expect(code).toBe(0);
  });

  it.each<[string, Parameters<typeof newPlace>, number, RegExp]>([
    ["conditions that are ignored", [{ ignoresConditions: true }], 1, /no {2}conditional writes: ignored: two writers/],
    ["conditions that are refused", [{ refusesConditions: true }], 1, /no {2}conditional writes: refused/],
    [
      "conditions that are ours to hold",
      [{ ignoresConditions: true }, "&singleWriter=true"],
      0,
      /ok {2}conditional writes: ignored; held within one process/,
    ],
    [
      "deletions without conditions",
      [{ ignoresDeleteConditions: true, unquotedETags: true }],
      1,
      /held, with ETags without quotes\nno {2}conditional deletions: ignored/,
    ],
    ["no versions and no lock", [{}], 0, /older versions: off: a version .*\nok {2}object lock: off: whoever/],
    ["a clock that is off", [{ now: () => Date.now() - 600_000 }], 1, /no {2}clock: (?:599|600|601) s behind/],
    [
      "metadata that is dropped",
      [{ dropsMetadata: true }],
      0,
      /ok {2}metadata: not kept: a write whose answer is lost/,
    ],
  ])("names %s", async (_, settings, expectedCode, expected) => {
    const { code, output } = await report(await newPlace(...settings));
    expect(output).toMatch(expected);
    expect(code).toBe(expectedCode);
  });

  it.each<[string, Parameters<typeof newPlace>[0]]>([
    ["refused", { refusesConditions: true }],
    ["refused", { failsOnVersions: true, versioning: "on" }],
    ["refused", { etags: "none" }],
    ["ignored", { ignoresConditions: true }],
  ])("says what it could not try out where conditional writes are %s: %o", async (put, settings) => {
    const untested = `not tested, since conditional writes are ${put}`;
    const { code, output } = await report(await newPlace(settings));
    expect(output).toContain(`no  conditional writes: ${put}`);
    expect(output).toContain(`no  conditional deletions: ${untested}: `);
    expect(output).toContain(`no  conditional writes in parts: ${untested}: `);
    expect(code).toBe(1);
  });

  it("does not take parts for sound whose conditions are ignored, unless there is one writer", async () => {
    const settings = { ignoresMultipartConditions: true };
    const shared = await report(await newPlace(settings));
    expect(shared).toMatchObject({
      code: 1,
      output: expect.stringContaining("no  conditional writes in parts: ignored: "),
    });
    const alone = await report(await newPlace(settings, "&singleWriter=true"));
    expect(alone.output).toMatch(/ok {2}conditional writes in parts: ignored; held within one process/);
    expect(alone.code).toBe(0);
  });

  it("gives it as data, and fails on a bucket that is not there", async () => {
    const place = await newPlace();
    const { output } = await run(["doctor", "--json", "--root", place.location], { environment: place.environment });
    expect(JSON.parse(output)).toMatchObject({ ok: true, data: { store: "s3", sound: true } });
    const missing = { ...place, location: place.location.replace("notes", "elsewhere") };
    expect((await report(missing)).code).toBe(3);
  });
});
