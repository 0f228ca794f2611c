package dev.haru.local.port;

import dev.haru.local.process.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Refuses a start before any process starts if another process uses one of the ports. */
public final class PortCheck {

    private static final int CONNECT_MILLIS = 200;

    private PortCheck() {}

    /**
     * Throws a {@link Refusal} with one line for each port in use: the part that needs it, and the variable that
     * changes it.
     *
     * @param used the ports on which a process is to listen
     */
    public static void refuseTaken(Ports ports, Set<Port> used) {
        List<String> lines = new ArrayList<>();
        for (Port port : used) {
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

    /**
     * Whether nothing listens on the port. Tries a connection as well as a bind, because macOS lets a second process
     * bind a port that another process holds on all addresses.
     */
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
