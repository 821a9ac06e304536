interface ClientLogoProps {
  name: string;
  logo: { url: string; width: number; height: number };
}

/** The logo of a workspace, included with `<use>` so that parts without a colour inherit the surrounding one. */
export function ClientLogo({ name, logo: { url, width, height } }: ClientLogoProps) {
  return (
    <>
      <svg className="own" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <use href={`${url}#logo`} width={width} height={height} />
      </svg>
      <span className="vh">{name}</span>
    </>
  );
}
