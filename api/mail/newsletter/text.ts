/** The same newsletter as plain text. What is only a statement takes its line with it (`-%>`). */
export const textTemplate = `<%= it.client %>, <%= it.date %>

<%= it.subject %>
<%~ it.rule(it.subject, "=") %>

<%= it.t.inBrowser %>:
<%~ it.webUrl %>
<% if (it.introText) { -%>

<%~ it.introText %>
<% } -%>
<% for (const section of it.sections) { -%>
<% if (section.title) { -%>


<%= section.title %>
<%~ it.rule(section.title, "-") %>
<% } -%>
<% for (const article of section.articles) { -%>

<%= article.title %>
<%= article.source %>, <%= article.date %><% if (article.mark) { %>, <%= article.mark %><% } %>
<% if (article.teaser) { -%>
<%= article.teaser %>
<% } -%>
<%~ article.url %>
<% } -%>
<% } -%>


<%= it.t.allArticles %>:
<%~ it.folderUrl %>
<% if (it.signature.length) { -%>

<% for (const line of it.signature) { -%>
<%= line %>
<% } -%>
<% } -%>

-- 
<% if (it.unsubscribeUrl) { -%>
<%= it.t.why %>
<%= it.t.unsubscribe %>: <%~ it.unsubscribeUrl %>
<% } else if (it.isPreview) { -%>
<%= it.t.preview %>
<% } -%>
<%= it.t.imprint %>: <%~ it.imprintUrl %>
<%= it.t.privacy %>: <%~ it.privacyUrl %>
`;
