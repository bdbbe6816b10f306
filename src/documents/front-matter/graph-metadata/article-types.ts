/** The kinds of articles that `entry_type` may name without a prefix. */
const names: readonly string[] = [
  "APIReference",
  "AdvertiserContentArticle",
  "AnalysisNewsArticle",
  "Article",
  "AskPublicNewsArticle",
  "BackgroundNewsArticle",
  "BlogPosting",
  "DiscussionForumPosting",
  "LiveBlogPosting",
  "MedicalScholarlyArticle",
  "NewsArticle",
  "OpinionNewsArticle",
  "Report",
  "ReportageNewsArticle",
  "ReviewNewsArticle",
  "SatiricalArticle",
  "ScholarlyArticle",
  "SocialMediaPosting",
  "TechArticle",
];

const byKey: ReadonlyMap<string, string> = new Map(names.map((name) => [name.toLowerCase(), name]));

/** schema.org's name of a kind of article, whatever the case and the separators; `undefined` for other words. */
export function articleType(text: string): string | undefined {
  return byKey.get(text.toLowerCase().replace(/[\s_-]+/g, ""));
}
