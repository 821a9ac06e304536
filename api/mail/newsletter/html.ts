import { hyphenation, msoColumns, page, preheader } from "../frame";

const serif = "font-family:Georgia,'Times New Roman',serif";
const sans = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Two columns where there is room for both; otherwise the second is below the first, also without a style sheet. */
const head = msoColumns('width="140" align="right"');
const item = msoColumns('width="156" style="padding-left:20px"');
const column = (width: number) => `display:inline-block;width:100%;max-width:${width}px;vertical-align:top`;

/** A text between articles. */
const textBlock = `<tr><td class="rule" style="padding:18px 0;border-bottom:1px solid #dbe1dd"><% if (block.heading) { %><<%~ it.level %> class="ink" dir="auto" style="margin:0 0 5px;${serif};font-size:20px;line-height:26px;font-weight:bold;color:#17201b;overflow-wrap:break-word"><%= block.heading %></<%~ it.level %>><% } %><div class="ink2 intro" dir="auto" style="${serif};font-size:16px;line-height:25px;color:#47534c;overflow-wrap:break-word"><%~ block.html %></div></td></tr>
`;

/** The HTML document (Eta). Without its style sheet it has the layout of a phone. Classic Outlook gets tables of fixed widths. */
export const htmlTemplate = `<!doctype html>
<html lang="<%= it.language %>" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title><%= it.subject %></title>
<style>
body { -webkit-text-size-adjust: 100%; ${hyphenation} }
.intro a { -webkit-hyphens: manual; hyphens: manual; }
@media (min-width: 621px) {
.sheet { padding: 40px !important; }
.banner { padding: 12px 40px !important; }
.title { font-size: 38px !important; line-height: 44px !important; }
.date { text-align: right !important; }
.pic { padding: 0 0 0 20px !important; }
}
@media (max-width: 480px) {
.pic img { width: 100% !important; max-width: 272px !important; height: auto !important; }
}
.ink, .intro, .teaser { text-align: start; }
@media (prefers-color-scheme: dark) {
body, .bg { background: #0f1412 !important; }
.sheet { background: #161c19 !important; border-color: #2b3430 !important; }
.ink, .ink a { color: #e7ece9 !important; }
.heavy { border-color: #e7ece9 !important; }
.ink2, .ink2 a, .ink2 b { color: #b5c0ba !important; }
.rule { border-color: #2b3430 !important; }
.brand, .intro a { color: <%~ it.brand.dark %> !important; }
.button { background: <%~ it.brand.dark %> !important; }
.button a { color: <%~ it.brand.onDark %> !important; }
.logo { background: #ffffff !important; }
}
</style>
</head>
<body class="bg" style="margin:0;padding:0;background:#f4f6f4">
<% if (it.preheader) { %>${preheader("<%= it.preheader %>")}<% } %>
<div role="main" lang="<%= it.language %>" dir="ltr">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="bg" style="table-layout:fixed;background:#f4f6f4">
<tr><td align="center" style="padding:24px 8px">
${page.open}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;max-width:600px;margin:0 auto;text-align:left">
<% if (it.isPreview) { %><tr><td class="sheet banner ink" style="padding:12px 20px;background:#ffffff;border:2px solid <%~ it.brand.light %>;border-radius:4px;${sans};font-size:15px;line-height:22px;font-weight:bold;color:#17201b"><%= it.t.preview %></td></tr>
<tr><td style="height:12px;font-size:0;line-height:0">&nbsp;</td></tr>
<% } %><% if (it.webUrl) { %><tr><td class="ink2" align="right" style="padding:0 0 12px;${sans};font-size:13px;line-height:20px;color:#47534c"><a href="<%= it.webUrl %>" style="color:#47534c"><%= it.t.inBrowser %></a></td></tr>
<% } %><tr><td class="sheet" style="padding:20px;background:#ffffff;border:1px solid #dbe1dd;border-radius:4px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
<tr><td class="heavy" style="padding:0 0 18px;border-bottom:4px double #17201b">
${head.open}<div class="brand" dir="auto" style="${column(370)};${serif};font-size:18px;line-height:24px;font-weight:bold;color:<%~ it.brand.light %>;overflow-wrap:break-word"><% if (it.logo) { %><img src="<%= it.logo.url %>" width="<%= it.logo.width %>" height="<%= it.logo.height %>" alt="<%= it.client %>" class="logo" style="display:block;border:0;${serif};font-size:18px;line-height:24px;font-weight:bold"><% } else { %><%= it.client %><% } %></div>${head.between}<div class="ink2 date" style="${column(140)};${sans};font-size:13px;line-height:24px;color:#47534c"><%= it.date %></div>${head.close}
<h1 class="ink title" dir="auto" style="margin:10px 0 0;${serif};font-size:28px;line-height:34px;font-weight:bold;letter-spacing:-.5px;color:#17201b;overflow-wrap:break-word"><%= it.heading %></h1>
</td></tr>
<% if (it.introHtml) { %><tr><td class="ink2 intro" dir="auto" style="padding:22px 0 0;${serif};font-size:18px;line-height:28px;color:#47534c;overflow-wrap:break-word"><%~ it.introHtml %></td></tr>
<% } %><% for (const section of it.sections) { %><tr><td style="padding:<%= section.title ? 28 : 10 %>px 0 0"><% if (section.title) { %><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="heavy" style="border-top:2px solid #17201b;padding:0"><h2 class="ink" dir="auto" style="margin:0;padding:8px 0;${sans};font-size:13px;line-height:18px;font-weight:bold;color:#17201b"><%= section.title %></h2></td></tr><tr><td class="rule" style="border-top:1px solid #dbe1dd;font-size:0;line-height:0">&nbsp;</td></tr></table><% } %></td></tr>
<% for (const article of section.articles) { %><% for (const block of article.blocks) { %>${textBlock}<% } %><tr><td class="rule" style="padding:18px 0;border-bottom:1px solid #dbe1dd">
<% if (article.picture) { %>${item.open}<div style="${column(355)}"><% } %><div class="ink2" dir="auto" style="${sans};font-size:13px;line-height:19px;color:#47534c"><b><%= article.source %></b> &nbsp;<%= article.date %><% if (article.mark) { %> · <%= article.mark %><% } %></div>
<<%~ it.level %> style="margin:3px 0 0;${serif};font-size:20px;line-height:26px;font-weight:bold"<% if (article.lang) { %> lang="<%= article.lang %>"<% } %> dir="auto" class="ink"><a href="<%= article.url %>" style="color:#17201b;text-decoration:underline;overflow-wrap:break-word"><%= article.title %></a></<%~ it.level %>>
<% if (article.teaser) { %><div class="ink2 teaser" style="margin:5px 0 0;${sans};font-size:15px;line-height:22px;color:#47534c;overflow-wrap:break-word"<% if (article.lang) { %> lang="<%= article.lang %>"<% } %> dir="auto"><%= article.teaser %></div><% } %>
<div style="${sans};font-size:15px;line-height:22px"><a href="<%= article.url %>" aria-label="<%= it.t.readOn %>: <%= [...article.title].slice(0, 120).join("") %>" class="brand" style="display:inline-block;padding:7px 0;font-weight:bold;color:<%~ it.brand.light %>"><%= it.t.readOn %></a></div>
<% if (article.picture) { %></div>${item.between}<div style="${column(156)}"><div class="pic" style="padding:12px 0 0"><a href="<%= article.url %>"<% if (!article.picture.alt) { %> aria-hidden="true" tabindex="-1"<% } %>><img src="<%= article.picture.url %>" width="<%= article.picture.width %>" height="<%= article.picture.height %>" alt="<%= article.picture.alt %>" class="ink2" style="display:block;border:0;border-radius:3px;${sans};font-size:12px;line-height:16px;color:#47534c"></a></div></div>${item.close}
<% } %></td></tr>
<% } %><% if (section.links) { %><tr><td class="ink2" style="padding:14px 0 0;${sans};font-size:15px;line-height:22px;color:#47534c"><% section.links.forEach(({ text, url }, index) => { %><% if (index) { %> · <% } %><a href="<%= url %>" style="color:#47534c"><%= text %></a><% }) %></td></tr>
<% } %><% } %><% for (const block of it.lastBlocks) { %>${textBlock}<% } %><% if (it.folderUrl) { %><tr><td style="padding:28px 0 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" bgcolor="<%~ it.brand.light %>" style="background:<%~ it.brand.light %>;border-radius:3px;mso-padding-alt:13px 22px"><a href="<%= it.folderUrl %>" style="display:inline-block;padding:13px 22px;${sans};font-size:15px;line-height:20px;font-weight:bold;color:<%~ it.brand.onLight %>;text-decoration:none"><%= it.t.allArticles %></a></td></tr></table></td></tr>
<% } %><% if (it.signature.length) { %><tr><td class="ink2" dir="auto" style="padding:28px 0 0;${sans};font-size:15px;line-height:23px;color:#47534c"><% it.signature.forEach((line, index) => { %><% if (index) { %><br><% } %><%= line %><% }) %></td></tr>
<% } %></table>
</td></tr>
<tr><td class="ink2" style="padding:16px 4px 0;${sans};font-size:13px;line-height:20px;color:#47534c"><% if (it.unsubscribeUrl) { %><%= it.t.why %> <% if (it.settingsUrl) { %><a href="<%= it.settingsUrl %>" style="color:#47534c"><%= it.t.settings %></a> · <% } %><a href="<%~ it.unsubscribeUrl %>" style="color:#47534c"><%= it.t.unsubscribe %></a> · <% } %><a href="<%= it.imprintUrl %>" style="color:#47534c"><%= it.t.imprint %></a> · <a href="<%= it.privacyUrl %>" style="color:#47534c"><%= it.t.privacy %></a></td></tr>
</table>${page.close}
</td></tr>
</table>
</div>
</body>
</html>
`;
