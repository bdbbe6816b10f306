/** Recognises dates and times as people write them; none is ever shifted to another zone. */

const dateTimeForm = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,12})?(?:Z|[-+](\d{2}):(\d{2}))?$/;
const looseForm =
  /^(\d{4}-\d{1,2}-\d{1,2})(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,12})?)?[ \t]*(?:([Zz]|UTC|GMT)|([-+]\d{1,2})(?::?(\d{2}))?)?$/;
const looseDateForm = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/** Whether a text is a day of the calendar in the form `yyyy-mm-dd`. */
export function isDateText(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return false;
  const year = numberAt(text, 0, 4);
  const month = numberAt(text, 5, 7);
  const day = numberAt(text, 8, 10);
  return year !== -1 && month !== -1 && day !== -1 && isDay(year, month, day);
}

/** The number that the digits from `start` to `end` write; −1 where there is something else among them. */
function numberAt(text: string, start: number, end: number): number {
  let number = 0;
  for (let index = start; index < end; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** Whether a text is a moment in the form of `xsd:dateTime`: `yyyy-mm-ddThh:mm:ss`, with an optional fraction and offset. */
export function isDateTimeText(text: string): boolean {
  if (text.length < 19 || text.charCodeAt(10) !== 0x54) return false;
  const parts = dateTimeForm.exec(text);
  if (parts === null || !isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return false;
  if (Number(parts[4]) > 23 || Number(parts[5]) > 59 || Number(parts[6]) > 59) return false;
  const hours = Number(parts[7] ?? 0);
  const minutes = Number(parts[8] ?? 0);
  return minutes <= 59 && (hours < 14 || (hours === 14 && minutes === 0));
}

/**
 * A moment in the form of `xsd:dateTime`, from one in that form or one without seconds (`2024-03-05T10:30`, `2024-03-05T10:30+02:00`): the
 * same minute, not shifted. `undefined` for any other text.
 */
export function wholeDateTime(text: string): string | undefined {
  if (isDateTimeText(text)) return text;
  // Seconds stand behind the minutes, before the offset.
  if (text.length < 16 || !/^[-+Z]|^$/.test(text.slice(16))) return undefined;
  const whole = `${text.slice(0, 16)}:00${text.slice(16)}`;
  return isDateTimeText(whole) ? whole : undefined;
}

/** A day or a moment in the form of XML Schema. */
export interface DateValue {
  readonly type: "date" | "dateTime";
  readonly value: string;
  readonly text: string;
}

/**
 * A date from text that a person meant as one: besides the exact forms `2024-3-5`, `2024-03-05 10:30`, `2024-03-05 10:30:00 +0200`.
 * Such forms are completed to those of XML Schema, with the same digits: a missing offset stays missing, and nothing is shifted.
 */
export function readDateText(text: string): DateValue | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 64) return undefined;
  if (isDateText(trimmed)) return { type: "date", value: trimmed, text: trimmed };
  if (isDateTimeText(trimmed)) return { type: "dateTime", value: trimmed, text: trimmed };
  const day = completeDay(trimmed);
  if (day !== undefined) return { type: "date", value: day, text: day };
  const moment = completeMoment(trimmed);
  return moment === undefined ? undefined : { type: "dateTime", value: moment, text: moment };
}

function completeDay(text: string): string | undefined {
  const parts = looseDateForm.exec(text);
  if (parts === null) return undefined;
  const day = `${parts[1]}-${parts[2]!.padStart(2, "0")}-${parts[3]!.padStart(2, "0")}`;
  return isDateText(day) ? day : undefined;
}

function completeMoment(text: string): string | undefined {
  const parts = looseForm.exec(text);
  const day = parts === null ? undefined : completeDay(parts[1]!);
  if (parts === null || day === undefined) return undefined;
  const [, , hour, minute, second = "00", fraction = "", zulu, offsetHour, offsetMinute = "00"] = parts;
  const offset =
    offsetHour === undefined ? "" : `${offsetHour[0]}${offsetHour.slice(1).padStart(2, "0")}:${offsetMinute}`;
  const moment = `${day}T${hour!.padStart(2, "0")}:${minute}:${second}${fraction}${zulu === undefined ? offset : "Z"}`;
  return isDateTimeText(moment) ? moment : undefined;
}

function isDay(year: number, month: number, day: number): boolean {
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  if (month === 2) return day <= (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28);
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}
