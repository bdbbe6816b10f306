import { describe, expect, it } from "vitest";
import { isS3Location, parseS3Location } from "../../../src/storage/s3/parse-s3-location.ts";

describe("a location of a bucket", () => {
  it("names bucket, prefix and settings", () => {
    const location =
      "s3://notes/a%20b/c/?endpoint=https%3A%2F%2Fs.example.com&region=eu-1&addressing=host&encryption=none&singleWriter=true";
    expect(parseS3Location(location)).toEqual({
      bucket: "notes",
      prefix: "a b/c",
      endpoint: "https://s.example.com",
      region: "eu-1",
      addressing: "host",
      encryption: "none",
      kmsKeyId: undefined,
      singleWriter: true,
      allowHttp: false,
    });
    expect(parseS3Location("s3://notes", { region: "r", endpoint: "https://e" })).toMatchObject({
      bucket: "notes",
      prefix: undefined,
      region: "r",
      endpoint: "https://e",
    });
    expect(parseS3Location("s3://notes/?region=own", { region: "r" })).toMatchObject({
      prefix: undefined,
      region: "own",
    });
    expect([isS3Location("s3://x"), isS3Location("./s3/x"), isS3Location("memory:")]).toEqual([true, false, false]);
  });

  it.each([
    "s3:notes",
    "s3://KEY:secret@notes",
    "s3://notes#secret",
    "s3://notes?secretKey=secret",
    "s3://notes?region=a&region=b",
    "s3://notes?singleWriter=yes&x=secret",
    "s3://notes?addressing=dns",
    "s3://notes/%zz",
  ])("%s is refused without being repeated", (location) => {
    let error: unknown;
    try {
      parseS3Location(location);
    } catch (cause) {
      error = cause;
    }
    expect(error).toMatchObject({ code: "invalid_options", details: { option: "location" } });
    expect((error as Error).message).not.toMatch(/=secret|:secret|#secret/);
  });

  it.each(["s3://notes/../x", "s3://notes/a//b", "s3://notes/a%00b"])("%s has a prefix that is no path", (location) => {
    expect(() => parseS3Location(location)).toThrow(expect.objectContaining({ code: "invalid_path" }));
  });
});
