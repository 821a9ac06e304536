import { Fragment, type ReactNode } from "react";
import { DateText } from "./date-text";
import { Logo } from "./logo";

interface Picture {
  url: string;
  width: number;
  height: number;
  alt: string;
}

interface TextBlock {
  heading: string;
  /** Sanitised by the API. */
  html: string;
}

/** A newsletter, formatted on the server. */
export interface LetterContent {
  language: string;
  subject: string;
  date: { iso: string; text: string };
  client: { name: string; logo: Picture | null };
  /** Sanitised by the API. */
  introHtml: string;
  sections: {
    /** `null` if articles are not grouped. */
    name: string | null;
    articles: {
      /** Above it. */
      textBlocks: TextBlock[];
      id: string;
      title: string;
      teaser: string;
      url: string;
      source: string;
      date: { iso: string; text: string };
      language: string | null;
      picture: Picture | null;
      /** A note next to the link about who can open it. */
      mark: string | null;
    }[];
  }[];
  /** At the end. */
  textBlocks: TextBlock[];
  /** Plain text with several lines. */
  signature: string | null;
}

/** A newsletter as a web page. With `mini` it is a preview, whose headings are not part of the page's outline. */
export function Letter({ letter, mini = false }: { letter: LetterContent; mini?: boolean }) {
  const [Title, Section] = mini ? (["p", "p"] as const) : (["h1", "h2"] as const);
  const { client, date, introHtml, signature } = letter;
  return (
    <article className={mini ? "letter mini" : "letter"} lang={letter.language}>
      <header className="masthead">
        <p className="kicker">
          <span className="logo">
            {client.logo ? <img src={client.logo.url} width={client.logo.width} height={client.logo.height} alt="" /> : <Logo />}
            {client.name}
          </span>{" "}
          <DateText date={date} />
        </p>
        <Title className="h1" dir="auto">
          {letter.subject}
        </Title>
      </header>
      {introHtml ? (
        <div
          className="intro"
          dir="auto"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the API sanitises it, and the page's policy blocks foreign scripts
          dangerouslySetInnerHTML={{ __html: introHtml }}
        />
      ) : null}
      {letter.sections.map(({ name, articles }) => (
        <Fragment key={name}>
          {name === null ? null : <Section className="group">{name}</Section>}
          {articles.map(({ textBlocks, id, title, teaser, url, source, date: day, language, picture, mark }) => (
            <Fragment key={id}>
              <TextBlocks blocks={textBlocks} level={mini ? 0 : name === null ? 2 : 3} />
              <article className="letter-item" lang={language ?? undefined}>
                <div>
                  <p className="kicker">
                    <b>{source}</b> <DateText date={day} />{" "}
                    {mark ? (
                      <span className="badge" id={`mark-${id}`} lang={letter.language}>
                        {mark}
                      </span>
                    ) : null}
                  </p>
                  <ArticleTitle level={mini ? 0 : name === null ? 2 : 3}>
                    <a href={url} aria-describedby={mark ? `mark-${id}` : undefined}>
                      {title}
                    </a>
                  </ArticleTitle>
                  {teaser ? <p>{teaser}</p> : null}
                </div>
                {picture ? (
                  <img src={picture.url} width={picture.width} height={picture.height} alt={picture.alt} loading="lazy" decoding="async" />
                ) : null}
              </article>
            </Fragment>
          ))}
        </Fragment>
      ))}
      <TextBlocks blocks={letter.textBlocks} level={mini ? 0 : letter.sections.some(({ name }) => name !== null) ? 3 : 2} />
      {signature ? (
        <footer>
          <p className="lines">{signature}</p>
        </footer>
      ) : null}
    </article>
  );
}

function TextBlocks({ blocks, level }: { blocks: TextBlock[]; level: 0 | 2 | 3 }) {
  return blocks.map(({ heading, html }) => (
    <section className="letter-item" key={`${heading} ${html}`} dir="auto">
      {heading ? <ArticleTitle level={level}>{heading}</ArticleTitle> : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above */}
      {html ? <div className="text" dangerouslySetInnerHTML={{ __html: html }} /> : null}
    </section>
  ));
}

function ArticleTitle({ level, children }: { level: 0 | 2 | 3; children: ReactNode }) {
  const Element = ({ 0: "p", 2: "h2", 3: "h3" } as const)[level];
  return <Element className="letter-title">{children}</Element>;
}
