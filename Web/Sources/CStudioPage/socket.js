// The connection, which comes back until the program says that it has ended.

const connection = { socket: null, isFirst: true, hasEnded: false, delay: 250 };

const isConnected = () => connection.socket?.readyState === WebSocket.OPEN;

/** Sends a message; returns false without a connection. Only what a person typed is sent later. */
function send(message) {
  if (!isConnected()) return false;
  connection.socket.send(JSON.stringify(message));
  return true;
}

/** Takes a binary message: the length of a header, the header, and a picture or an exported file. */
function receiveFile(data) {
  const length = new DataView(data).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  const blob = new Blob([new Uint8Array(data, 4 + length)], { type: header.type });
  if (header.is === "file") takeFile(header, blob); else receivePicture(header, blob);
}

function connect() {
  const socket = connection.socket = new WebSocket(`ws://${location.host}/socket`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    // The first state of a connection may be that of another run of the program.
    Object.assign(connection, { isFirst: true, delay: 250 });
    $("status").textContent = "";
    view.sequence = -1;
    sendView();
    if (view.isBefore) send({ do: "before", on: true });
    askForThumbs();
  };
  socket.onmessage = ({ data }) => {
    if (typeof data !== "string") return receiveFile(data);
    const message = JSON.parse(data);
    receivers[message.is]?.(message);
  };
  socket.onclose = () => {
    forgetFingers();
    loseExport();
    editor.held = [];
    if (connection.hasEnded) return;
    $("status").textContent = "Connection lost. Trying again…";
    setTimeout(connect, connection.delay);
    connection.delay = Math.min(connection.delay * 2, 5000);
  };
}
