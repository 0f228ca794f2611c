package dev.haru.platform.test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Sends bytes that no HTTP client would send. */
public final class RawRequest {

    private static final int PATIENCE_MILLIS = 20_000;

    private RawRequest() {}

    /** Sends these bytes on a connection of their own and reads until it ends. Each char is one byte. */
    public static RawAnswer send(int port, String request) throws IOException {
        return send(port, request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends these bytes on a connection of their own and reads until it ends. */
    public static RawAnswer send(int port, byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(request);
            } catch (SocketException refusedBeforeTheEnd) {
                // the answer is there to be read
            }
            return new RawAnswer(read(socket.getInputStream()));
        }
    }

    private static String read(InputStream stream) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            stream.transferTo(answer);
        } catch (SocketTimeoutException e) {
            throw new IOException("no end of the answer: " + answer.toString(StandardCharsets.UTF_8), e);
        } catch (SocketException reset) {
            // what came before counts
        }
        return answer.toString(StandardCharsets.UTF_8);
    }

    /** An answer as it came. */
    public record RawAnswer(String text) {

        /** 0 when there is no answer. */
        public int status() {
            return text.startsWith("HTTP/1.1 ") ? Integer.parseInt(text.substring(9, 12)) : 0;
        }

        /** The first header of this name, or an empty text. */
        public String header(String name) {
            return head().lines()
                    .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }

        /** What follows the headers; chunked bodies with their framing. */
        public String body() {
            int end = text.indexOf("\r\n\r\n");
            return end < 0 ? "" : text.substring(end + 4);
        }

        private String head() {
            return text.substring(0, text.length() - body().length());
        }
    }
}
