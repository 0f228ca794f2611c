package dev.haru.platform.address;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The part of a client's address that counts as one client. It is the whole of an IPv4 address. It is the first 64 bits
 * of an IPv6 address, because one subscriber has all addresses below them (<a
 * href="https://www.rfc-editor.org/rfc/rfc6177">RFC 6177</a>).
 *
 * @param text {@code 192.0.2.7} or {@code 2001:db8:0:1:0:0:0:0/64}
 */
public record AddressPrefix(String text) {

    private static final int NETWORK_BYTES = 8;

    /** The prefix of a literal address; throws {@link IllegalArgumentException} for other text. */
    public static AddressPrefix of(String address) {
        return of(InetAddress.ofLiteral(address));
    }

    public static AddressPrefix of(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return new AddressPrefix(address.getHostAddress());
        }
        byte[] network = Arrays.copyOf(Arrays.copyOf(address.getAddress(), NETWORK_BYTES), 16);
        try {
            return new AddressPrefix(InetAddress.getByAddress(network).getHostAddress() + "/64");
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address of 16 bytes was refused", impossible);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
