/** Where MCP clients keep their lists of servers, and how an entry looks there. */

/** What starts the server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** What of the host decides where a configuration is. */
export interface HostFolders {
  readonly platform: string;
  readonly home: string;
  /** The working folder, for configurations of a project. */
  readonly project: string;
  /** `%APPDATA%` on Windows. */
  readonly appData: string | undefined;
}

export interface ClientFormat {
  readonly title: string;
  /** The file, as segments below one of the host's folders; `undefined` where the client does not run. */
  file(host: HostFolders): readonly [folder: string, ...names: string[]] | undefined;
  /** The member of the file that holds the servers by name. */
  readonly member: string;
  entry(command: ServerCommand): object;
  /** What to do after the file has changed. */
  readonly afterwards: string;
}

const plainEntry = ({ command, args }: ServerCommand): object => ({ command, args });

export const clientFormats: Readonly<Record<string, ClientFormat>> = {
  "claude-desktop": {
    title: "Claude Desktop",
    file: ({ platform, home, appData }) => {
      const name = "claude_desktop_config.json";
      if (platform === "darwin") return [home, "Library", "Application Support", "Claude", name];
      if (platform === "win32") return appData === undefined ? undefined : [appData, "Claude", name];
      return [home, ".config", "Claude", name];
    },
    member: "mcpServers",
    entry: plainEntry,
    afterwards: "Quit Claude Desktop and start it again.",
  },
  "claude-code": {
    title: "Claude Code, in this project",
    file: ({ project }) => [project, ".mcp.json"],
    member: "mcpServers",
    entry: ({ command, args }) => ({ type: "stdio", command, args }),
    afterwards: "Start claude in this folder and accept the server.",
  },
  cursor: {
    title: "Cursor",
    file: ({ home }) => [home, ".cursor", "mcp.json"],
    member: "mcpServers",
    entry: plainEntry,
    afterwards: "Look for the server in Cursor's settings, under MCP.",
  },
  vscode: {
    title: "Visual Studio Code, in this project",
    file: ({ project }) => [project, ".vscode", "mcp.json"],
    member: "servers",
    entry: ({ command, args }) => ({ type: "stdio", command, args }),
    afterwards: "Open the folder in Visual Studio Code and start the server with MCP: List Servers.",
  },
  windsurf: {
    title: "Windsurf",
    file: ({ home }) => [home, ".codeium", "windsurf", "mcp_config.json"],
    member: "mcpServers",
    entry: plainEntry,
    afterwards: "Refresh the list of servers in Windsurf.",
  },
  "gemini-cli": {
    title: "Gemini CLI",
    file: ({ home }) => [home, ".gemini", "settings.json"],
    member: "mcpServers",
    entry: plainEntry,
    afterwards: "Start gemini again; /mcp lists the servers.",
  },
  zed: {
    title: "Zed",
    file: ({ platform, home, appData }) => {
      if (platform === "win32") return appData === undefined ? undefined : [appData, "Zed", "settings.json"];
      return [home, ".config", "zed", "settings.json"];
    },
    member: "context_servers",
    entry: ({ command, args }) => ({ source: "custom", command, args }),
    afterwards: "Zed starts the server by itself.",
  },
};
