/** The files that every runtime is asked about. */
export const notes: Readonly<Record<string, string>> = {
  "index.md":
    "---\ntitle: Home\ntags: [start]\n---\n\n# Home\n\nSee [[River crossing]], [fares](office/fares.md#children) and [nothing](gone.md).\n",
  "River crossing.md":
    "# River crossing\n\nThe ferry leaves at nine. ^times\n\n- [ ] check the rope #safety\n- [x] sound the horn\n\n## Fog\n\nIn fog, wait. See [[index|home]] and ![[office/plan.svg]].\n",
  "office/fares.md":
    "---\naliases: [Prices]\nvalid: 2026-05-01\n---\n# Fares\n\n| who | price |\n|---|---|\n| adult | 4 |\n\n## Children\n\nUnder six: free of charge[^1].\n\n[^1]: With a grown-up.\n",
  "office/plan.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  "日本語/渡し船.md": "# 渡し船の一日\n\n朝は霧が出る。[[River crossing#Fog]]を見る。\n",
  "odd/nested.md": "* a\n\n\t* b with <b>html</b>\n\n  > quote\n  ```\n  code [[not a link]]\n  ```\n",
};
