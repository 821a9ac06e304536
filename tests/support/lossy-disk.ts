import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A separate file system whose power can be cut. */
export interface LossyDisk {
  /** The mount point. */
  path: string;
  /** Drops everything that was not synced and rejects further writes. Processes with open files on it have to end before `restore`. */
  cut(): void;
  /** Mounts it again, as after a restart of the machine. */
  restore(): void;
  close(): void;
}

/** Why this machine cannot have one; `undefined` if it can. */
export function whyNoLossyDisk(): string | undefined {
  try {
    if (process.platform !== "linux") return "it needs Linux";
    openLossyDisk(16).close();
    return undefined;
  } catch (error) {
    return `it needs root, loop devices, mkfs.ext4 and perl: ${String(error).split("\n")[0]}`;
  }
}

/** An ext4 file system in a file, which writes nothing automatically for ten minutes, so that only synced data is on the disk. */
export function openLossyDisk(megabytes: number): LossyDisk {
  const directory = mkdtempSync(join(tmpdir(), "folda-disk-"));
  const image = join(directory, "image");
  const path = join(directory, "mounted");
  const run = (command: string, ...parameters: string[]) => execFileSync(command, parameters, { stdio: ["ignore", "ignore", "pipe"] });
  const mount = () => run("mount", "-o", "loop,commit=600", image, path);
  mkdirSync(path);
  try {
    run("truncate", "-s", `${megabytes}M`, image);
    run("mkfs.ext4", "-q", "-F", "-m", "0", image);
    mount();
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
  return {
    path,
    cut: () => run("perl", "-e", shutDown, path),
    restore() {
      run("umount", path);
      mount();
    },
    close() {
      run("umount", path);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** FS_IOC_SHUTDOWN, flushing neither data nor journal. In Perl, because Node has no ioctl. */
const shutDown = 'open(my $d, "<", $ARGV[0]) or die $!; my $flags = pack("L", 2); ioctl($d, 0x8004587d, $flags) or die $!';
