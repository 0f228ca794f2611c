package dev.haru.gateway;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends raw requests that no HTTP client would send. */
public final class RawHttp {

    private RawHttp() {}

    /** Sends this text unchanged and reads until the connection ends. */
    public static String exchange(int port, String request) throws IOException {
        return exchange(port, request, "(?!)");
    }

    /** Sends this text unchanged and reads until the response matches the pattern or the connection ends. */
    public static String exchange(int port, String request, String enough) throws IOException {
        try (Socket socket = open(port, request)) {
            StringBuilder response = new StringBuilder();
            byte[] buffer = new byte[8192];
            for (int read = 0; read >= 0 && !response.toString().matches(enough); ) {
                read = socket.getInputStream().read(buffer);
                response.append(new String(buffer, 0, Math.max(read, 0), StandardCharsets.UTF_8));
            }
            return response.toString();
        }
    }

    /** Sends this text unchanged and leaves the connection open. */
    public static Socket open(int port, String request) throws IOException {
        Socket socket = new Socket("localhost", port);
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** Returns a GET request whose response ends the connection. */
    public static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    }
}
