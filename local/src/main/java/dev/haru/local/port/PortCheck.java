package dev.haru.local.port;

import dev.haru.local.process.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Refuses a start on ports that somebody else holds, before anything is started. */
public final class PortCheck {

    private static final int CONNECT_MILLIS = 200;

    private PortCheck() {}

    /** One line for each taken port: who wants it and what moves it. */
    public static void refuseTaken(Ports ports) {
        List<String> lines = new ArrayList<>();
        for (Port port : Port.values()) {
            int number = ports.number(port);
            if (!isFree(number)) {
                lines.add("Port %d of %s is in use: end the process that listens there, or run make run %s=%d"
                        .formatted(number, port.owner(), port.variable(), suggestion(number)));
            }
        }
        if (!lines.isEmpty()) {
            throw new Refusal(String.join(System.lineSeparator(), lines));
        }
    }

    /** Asks twice, because macOS lets a second process bind what another one holds on all addresses. */
    static boolean isFree(int number) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), number);
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return false;
        } catch (IOException e) {
            return canBind(address);
        }
    }

    private static boolean canBind(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static int suggestion(int number) {
        for (int candidate = number + 10_000; candidate < 65_536; candidate++) {
            if (isFree(candidate)) {
                return candidate;
            }
        }
        return Ports.free().number(Port.GATEWAY);
    }
}
