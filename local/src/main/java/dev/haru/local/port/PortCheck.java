package dev.haru.local.port;

import dev.haru.local.process.Refusal;
import dev.haru.platform.port.FreePort;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Refuses a start before any process starts if another process uses one of the ports. */
public final class PortCheck {

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
            if (!FreePort.isFree(number)) {
                lines.add("Port %d of %s is in use: end the process that listens there, or run make run %s=%d"
                        .formatted(number, port.owner(), port.variable(), suggestion(number)));
            }
        }
        if (!lines.isEmpty()) {
            throw new Refusal(String.join(System.lineSeparator(), lines));
        }
    }

    private static int suggestion(int number) {
        for (int candidate = number + 10_000; candidate < 65_536; candidate++) {
            if (FreePort.isFree(candidate)) {
                return candidate;
            }
        }
        return FreePort.next();
    }
}
