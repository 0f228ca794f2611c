package dev.haru.auth.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A mail server with a fault, for one test. It records the commands that it receives. */
final class FaultySmtpServer implements AutoCloseable {

    /** What the server does wrong. */
    enum Fault {
        /** It accepts the connection and says nothing. */
        SILENT,
        /** It sends a byte of its greeting every now and then, and never ends the line. */
        TRICKLE,
        /** It refuses the recipient for good. */
        UNKNOWN_RECIPIENT,
        /** It refuses the recipient for now (greylisting). */
        GREYLISTING,
        /** It reads the whole mail and closes the connection before its reply. */
        DIES_AFTER_CONTENT,
        /** It refuses the whole mail for good. */
        REFUSES_CONTENT,
        /** It offers no STARTTLS. */
        WITHOUT_STARTTLS
    }

    private final ServerSocket socket;
    private final Fault fault;
    private final List<String> commands = Collections.synchronizedList(new ArrayList<>());

    FaultySmtpServer(Fault fault) {
        this.fault = fault;
        try {
            this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    List<String> commands() {
        return List.copyOf(commands);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.startVirtualThread(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            if (fault == Fault.SILENT) {
                client.getInputStream().read();
                return;
            }
            if (fault == Fault.TRICKLE) {
                trickle(client.getOutputStream());
                return;
            }
            converse(client);
        } catch (IOException closed) {
            // The client has ended the connection.
        }
    }

    private static void trickle(OutputStream out) throws IOException {
        try {
            while (true) {
                out.write('2');
                out.flush();
                Thread.sleep(20);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void converse(Socket client) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        OutputStream out = client.getOutputStream();
        reply(out, "220 test");
        boolean content = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (content) {
                if (line.equals(".")) {
                    content = false;
                    if (fault == Fault.DIES_AFTER_CONTENT) {
                        return;
                    }
                    reply(out, fault == Fault.REFUSES_CONTENT ? "554 spam" : "250 ok");
                }
                continue;
            }
            commands.add(line);
            content = line.equals("DATA");
            reply(out, replyTo(line));
        }
    }

    private String replyTo(String line) {
        String command = line.split("[ :]", 2)[0];
        return switch (command) {
            case "RCPT" ->
                switch (fault) {
                    case UNKNOWN_RECIPIENT -> "550 <someone@example.org> is unknown here";
                    case GREYLISTING -> "451 try again later";
                    default -> "250 ok";
                };
            case "DATA" -> "354 go on";
            case "QUIT" -> "221 bye";
            default -> "250 ok";
        };
    }

    private static void reply(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
