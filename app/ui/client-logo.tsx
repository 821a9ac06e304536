interface ClientLogoProps {
  name: string;
  logo: { url: string; width: number; height: number };
}

/** The drawing of a workspace. It is used from its file, so that what has no colour in it takes the one around it. */
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
