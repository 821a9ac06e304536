import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A private key and its certificate in PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** The fault of a certificate; `sound` is valid for `localhost` once its authority is trusted. */
export type CertificateKind = "sound" | "expired" | "otherHost" | "selfSigned";

export interface Authority {
  /** A file for `NODE_EXTRA_CA_CERTS`. */
  path: string;
  certificates: Record<CertificateKind, Certificate>;
}

/** A private authority with a certificate of every kind, created by openssl in an empty directory. */
export function makeAuthority(directory: string): Authority {
  const run = (...parameters: string[]) => execFileSync("openssl", parameters, { cwd: directory, stdio: ["ignore", "ignore", "pipe"] });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  mkdirSync(join(directory, "issued"), { recursive: true });
  writeFileSync(join(directory, "index.txt"), "");
  writeFileSync(join(directory, "openssl.cnf"), settings);
  run("req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=Folda test authority");

  const sign = (kind: CertificateKind, host: string, days: string[]): Certificate => {
    run("req", ...newKey, "-keyout", `${kind}.key`, "-out", `${kind}.csr`, "-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`);
    const own = ["-config", "openssl.cnf", "-in", `${kind}.csr`, "-out", `${kind}.pem`, "-notext", "-batch", ...days];
    run("ca", ...own);
    return read(kind);
  };
  const read = (kind: CertificateKind): Certificate => ({
    key: readFileSync(join(directory, `${kind}.key`), "utf8"),
    cert: readFileSync(join(directory, `${kind}.pem`), "utf8"),
  });
  const month = ["-days", "30"];
  const named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  run("req", "-x509", ...newKey, "-keyout", "selfSigned.key", "-out", "selfSigned.pem", ...month, ...named);
  return {
    path: join(directory, "ca.pem"),
    certificates: {
      sound: sign("sound", "localhost", month),
      expired: sign("expired", "localhost", ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"]),
      otherHost: sign("otherHost", "elsewhere.example", month),
      selfSigned: read("selfSigned"),
    },
  };
}

const settings = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = issued
certificate = ca.pem
private_key = ca.key
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
`;
