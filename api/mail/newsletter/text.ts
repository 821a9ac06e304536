const textBlock = `<% if (block.heading) { -%>

<%= block.heading %>
<% } -%>
<% if (block.text) { -%>

<%~ block.text %>
<% } -%>
`;

/** The plain text (Eta). `-%>` removes the line break after a statement. */
export const textTemplate = `<% if (it.isPreview) { -%>
<%= it.t.preview %>

<% } -%>
<%= it.client %>, <%= it.date %>

<%= it.heading %>
<%~ it.rule(it.heading, "=") %>
<% if (it.webUrl) { -%>

<%= it.t.inBrowser %>:
<%~ it.webUrl %>
<% } -%>
<% if (it.introText) { -%>

<%~ it.introText %>
<% } -%>
<% for (const section of it.sections) { -%>
<% if (section.title) { -%>


<%= section.title %>
<%~ it.rule(section.title, "-") %>
<% } -%>
<% for (const article of section.articles) { -%>
<% for (const block of article.blocks) { -%>
${textBlock}<% } -%>

<%= article.title %>
<%= article.source %>, <%= article.date %><% if (article.mark) { %>, <%= article.mark %><% } %>
<% if (article.teaser) { -%>
<%= article.teaser %>
<% } -%>
<%= it.t.readOn %>: <%~ article.url %>
<% } -%>
<% if (section.links) { -%>
<% for (const link of section.links) { -%>

<%= link.text %>:
<%~ link.url %>
<% } -%>
<% } -%>
<% } -%>
<% for (const block of it.lastBlocks) { -%>
${textBlock}<% } -%>
<% if (it.folderUrl) { -%>


<%= it.t.allArticles %>:
<%~ it.folderUrl %>
<% } -%>
<% if (it.signature.length) { -%>

<% for (const line of it.signature) { -%>
<%= line %>
<% } -%>
<% } -%>

-- 
<% if (it.unsubscribeUrl) { -%>
<%= it.t.why %>
<% if (it.settingsUrl) { -%>
<%= it.t.settings %>: <%~ it.settingsUrl %>
<% } -%>
<%= it.t.unsubscribe %>: <%~ it.unsubscribeUrl %>
<% } -%>
<%= it.t.imprint %>: <%~ it.imprintUrl %>
<%= it.t.privacy %>: <%~ it.privacyUrl %>
`;
