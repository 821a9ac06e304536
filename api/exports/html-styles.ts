import type { ExportHead } from "./document";

/** Styles of an exported page for screens of any size, dark mode and print, in the workspace's colour. */
export const exportStyles = ({ light, dark, onLight, onDark }: ExportHead["colors"]) =>
  `
:root{color-scheme:light dark;--ink:#1a211e;--soft:#55605b;--line:#d5dad7;--paper:#fff;--brand:${light};--on-brand:${onLight};--note:#f3f4f1}
@media (prefers-color-scheme:dark){:root{--ink:#e7ebe8;--soft:#a7b1ac;--line:#3a4440;--paper:#141917;--brand:${dark};--on-brand:${onDark};--note:#1e2522}.logo img{padding:.5rem}}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:1.0625rem/1.6 Charter,"Bitstream Charter",Cambria,Georgia,"Noto Serif",serif}
body{max-width:44rem;margin:0 auto;padding:2rem 1.25rem 4rem;overflow-wrap:break-word}
h1,h2,h3,h4,h5,h6{line-height:1.2;text-wrap:balance;margin:1.6em 0 .5em}
h1{font-size:2.1rem;margin:.5em 0;padding:.5em;background:var(--brand);color:var(--on-brand)}
.unseen{position:absolute;clip-path:inset(50%);margin:0}.logo{margin:0}.logo img{background:#fff}article>h2{font-size:1.6rem;margin-top:.2em}h3{font-size:1.25rem}h4,h5,h6{font-size:1.05rem}
p,li,dd{hyphens:auto}
a{color:var(--brand)}
small,.soft,.kicker,dl,figcaption,footer,.back{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-size:.875rem;color:var(--soft)}
.soft,.kicker{margin:.25em 0}
.note{background:var(--note);border-inline-start:.25rem solid var(--soft);padding:.5em .75em}
.intro{font-weight:600}
.high{color:var(--ink)}
nav ol{padding-inline-start:1.75em}nav li{margin:.45em 0}nav small{display:block}
article{border-top:2px solid var(--ink);margin-top:4rem;padding-top:1.25rem}
.bare article:first-child{border:0;margin:0;padding:0;break-before:auto}
dl{display:grid;gap:.15rem;margin:0 0 1.5rem}dl div{display:grid;grid-template-columns:9rem 1fr;gap:.75rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
@media (max-width:30rem){dl div{grid-template-columns:1fr;gap:0}}
figure{margin:1.5rem 0}img{max-width:100%;height:auto;display:block}
blockquote{margin:1.25em 0;padding-inline-start:1em;border-inline-start:.2rem solid var(--line)}
.table{overflow-x:auto;margin:1.25em 0}table{border-collapse:collapse;font-size:.9375rem}
td,th{border-bottom:1px solid var(--line);padding:.35em .6em;text-align:start;vertical-align:top;min-width:3rem}
caption{text-align:start;font-weight:600;padding-bottom:.35em}
footer{border-top:1px solid var(--line);margin-top:4rem;padding-top:1rem}
@media print{:root{--ink:#000;--soft:#444;--line:#999;--paper:#fff;--note:#fff}
html{font-size:10.5pt}body{max-width:none;padding:0}article{break-before:page;border:0;margin:0;padding:0}
a{color:#000}h1{padding:0 0 .3em;border-bottom:.25rem solid var(--brand);background:none;color:inherit}.logo img{padding:0}
h2,h3,h4,h5,h6{break-after:avoid}figure,tr{break-inside:avoid}img{max-height:11cm;width:auto}.back{display:none}
a[href^=http]{text-decoration:underline}article p:not([class]) a[href^=http]:not(.bare)::after{content:" (" attr(href) ")";font-size:.85em;overflow-wrap:anywhere}}
`.replace(/\n/g, "");
