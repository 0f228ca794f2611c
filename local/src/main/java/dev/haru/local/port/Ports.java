package dev.haru.local.port;

import dev.haru.local.process.Refusal;
import dev.haru.platform.port.FreePort;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The number of each port. All numbers are different. */
public final class Ports {

    private final Map<Port, Integer> numbers;

    private Ports(Map<Port, Integer> numbers) {
        this.numbers = numbers;
    }

    /** The default ports, changed by the {@code HARU_*_PORT} variables. */
    public static Ports fromEnvironment(Map<String, String> environment) {
        Map<Port, Integer> numbers = new EnumMap<>(Port.class);
        Map<Integer, Port> owners = new HashMap<>();
        for (Port port : Port.values()) {
            String value = environment.getOrDefault(port.variable(), "");
            int number = value.isBlank() ? port.defaultNumber() : parse(port, value.strip());
            Port other = owners.putIfAbsent(number, port);
            if (other != null) {
                throw new Refusal("Port %d is set for both %s and %s. Set %s or %s to another number."
                        .formatted(number, other.owner(), port.owner(), other.variable(), port.variable()));
            }
            numbers.put(port, number);
        }
        return new Ports(numbers);
    }

    /** Random ports on which nothing listens at the moment. */
    public static Ports free() {
        Map<Port, Integer> numbers = new EnumMap<>(Port.class);
        for (Port port : Port.values()) {
            numbers.put(port, FreePort.next());
        }
        return new Ports(numbers);
    }

    /** Returns the same ports, with the stores' ports of {@code others}. */
    public Ports withStoresOf(Ports others) {
        Map<Port, Integer> changed = new EnumMap<>(numbers);
        for (Port store : List.of(Port.POSTGRES, Port.REDIS)) {
            changed.put(store, others.number(store));
        }
        return new Ports(changed);
    }

    public int number(Port port) {
        Integer number = numbers.get(port);
        if (number == null) {
            throw new IllegalStateException("no number for " + port);
        }
        return number;
    }

    /** The URL of an HTTP port for clients on this machine. */
    public String url(Port port) {
        return "http://127.0.0.1:" + number(port);
    }

    /** The URL of an HTTP port for browsers on this machine. Passkeys need a host name, so it names no address. */
    public String browserUrl(Port port) {
        return "http://localhost:" + number(port);
    }

    private static int parse(Port port, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= 65_535) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the refusal below also covers a text that is not a number
        }
        throw new Refusal("%s=%s is not a port. Set a number from 1 to 65535.".formatted(port.variable(), value));
    }
}
