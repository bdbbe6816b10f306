/** Which files are made to be shown or linked by documents. */

const mediaExtensions: ReadonlySet<string> = new Set(
  (
    "png jpg jpeg gif svg webp avif bmp tif tiff heic " +
    "mp3 wav ogg oga opus flac m4a aac mp4 m4v webm ogv mov mkv avi " +
    "pdf doc docx xls xlsx ppt pptx odt ods odp drawio excalidraw"
  ).split(" "),
);

/** Whether a file is a picture, a sound, a film or a paper, by its ending. */
export function isMedia(path: string): boolean {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 && mediaExtensions.has(path.slice(dot + 1).toLowerCase());
}
