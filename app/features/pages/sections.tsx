import { Fragment } from "react";

/** A section of a long text. */
export interface Section {
  heading: string;
  paragraphs: string[];
  items: string[];
}

export const section = (heading: string, paragraphs: string[], items: string[] = []): Section => ({ heading, paragraphs, items });

export function Sections({ sections }: { sections: Section[] }) {
  return sections.map(({ heading, paragraphs, items }) => (
    <Fragment key={heading}>
      <h2>{heading}</h2>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {items.length > 0 ? (
        <ul>
          {items.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
    </Fragment>
  ));
}
