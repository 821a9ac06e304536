// A mail server that accepts and discards everything, so that the sender is measured. Prints its port, and then twice a second the number of mails
// and bytes.
import { createServer } from "node:net";

let mails = 0;
let bytes = 0;

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.write("220 bench\r\n");
  let rest = "";
  let inData = false;
  socket.on("data", (chunk) => {
    rest += chunk.toString("latin1");
    for (;;) {
      if (inData) {
        const end = rest.indexOf("\r\n.\r\n");
        if (end < 0) return;
        bytes += end;
        mails += 1;
        rest = rest.slice(end + 5);
        inData = false;
        socket.write("250 taken\r\n");
        continue;
      }
      const end = rest.indexOf("\r\n");
      if (end < 0) return;
      const command = rest.slice(0, 4).toUpperCase();
      rest = rest.slice(end + 2);
      inData = command === "DATA";
      if (command === "QUIT") return void socket.end("221 bye\r\n");
      socket.write(inData ? "354 go on\r\n" : "250 fine\r\n");
    }
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" && address ? address.port : 0);
  setInterval(() => console.log(JSON.stringify({ mails, bytes, at: Date.now() })), 500);
});
