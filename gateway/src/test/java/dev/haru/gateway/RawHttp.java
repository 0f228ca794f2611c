package dev.haru.gateway;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends what no HTTP client would. */
public final class RawHttp {

    private RawHttp() {}

    /** Sends this text as it is and reads until the connection ends. */
    public static String exchange(int port, String request) throws IOException {
        return exchange(port, request, "(?!)");
    }

    /** Sends this text as it is and reads until the answer matches or the connection ends. */
    public static String exchange(int port, String request, String enough) throws IOException {
        try (Socket socket = open(port, request)) {
            StringBuilder answer = new StringBuilder();
            byte[] buffer = new byte[8192];
            for (int read = 0; read >= 0 && !answer.toString().matches(enough); ) {
                read = socket.getInputStream().read(buffer);
                answer.append(new String(buffer, 0, Math.max(read, 0), StandardCharsets.UTF_8));
            }
            return answer.toString();
        }
    }

    /** Sends this text as it is and leaves the connection open. */
    public static Socket open(int port, String request) throws IOException {
        Socket socket = new Socket("localhost", port);
        socket.setSoTimeout(5_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** The start of a GET whose answer ends the connection. */
    public static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    }
}
