interface Item {
  title?: string;
  link?: string;
  guid?: string;
  pubDate?: string;
  description?: string;
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** An RSS 2.0 feed with these items; `channel` is more XML for the channel. */
export function rssOf(items: readonly Item[], { title = "Hafenblatt", channel = "" } = {}): string {
  const elements = (item: Item) => Object.entries(item).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  const itemsXml = items.map((item) => `<item>${elements(item).join("")}</item>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escaped(title)}</title><link>https://hafenblatt.example/</link>${channel}
${itemsXml.join("\n")}
</channel></rss>`;
}
