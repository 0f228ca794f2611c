package dev.haru.gateway.guard;

import dev.haru.platform.token.TokenFormat;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks request targets with tables, because the checks run for every request.
 *
 * <p>Longer than 120 lines because it keeps the tables and the checks that read them together.
 */
final class RequestTarget {

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    /** RFC 3986: unreserved, sub-delims and the other characters of a query or an authority. */
    private static final BitSet URI = set(UNRESERVED + "!$&'()*+,;=:@/?");

    /**
     * Haru's paths need no parameters or other characters, and no escape but {@link #COLON}; a path that has them is an
     * attack or a mistake. The start of an occurrence has colons.
     */
    private static final BitSet PATH = set(UNRESERVED + "/:");

    /**
     * Generated clients escape the colon. It separates nothing in a path, so every reader interprets both forms alike.
     */
    private static final String COLON = "%3A";

    /**
     * Replaces the target of a request about the server. No route has a semicolon. A client that sends this path itself
     * receives the same response.
     */
    static final String SERVER_PATH = "/;server";

    private static final int TOKEN_LENGTH = 40;

    private static final int MAX_PORT = 65_535;

    private static final int MAX_DECODINGS = 3;

    private static final BitSet HOST = set(UNRESERVED);

    private static final BitSet DIGITS = set("0123456789");

    private static final BitSet ADDRESS = set("0123456789ABCDEFabcdef:.");

    private RequestTarget() {}

    /**
     * Whether the target has the origin form, the absolute form or the asterisk form (RFC 9112, section 3.2), legal
     * characters only, and complete escapes.
     */
    static boolean isReadable(String target) {
        int start = pathStart(target);
        if (start == 0 ? !target.startsWith("/") && !target.equals("*") : !isHost(authority(target))) {
            return false;
        }
        int length = target.length();
        for (int i = start; i < length; i++) {
            char c = target.charAt(i);
            if (c == '%') {
                if (i + 2 >= length || !isHex(target.charAt(i + 1)) || !isHex(target.charAt(i + 2))) {
                    return false;
                }
                i += 2;
            } else if (!URI.get(c)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the host and the port of a target in absolute form; empty for another form. */
    static String authority(String target) {
        return target.substring(authorityStart(target), pathStart(target));
    }

    /** Returns the target in origin form: without the authority, and with the path that an empty one stands for. */
    static String withoutAuthority(String target) {
        String path = target.substring(pathStart(target));
        return path.isEmpty() || path.startsWith("?") ? "/" + path : path;
    }

    /** Whether the target is the server and not a path of it, if the method is OPTIONS (RFC 9112, section 3.2.4). */
    static boolean isServer(String target) {
        return target.equals("*") || (!target.isEmpty() && pathStart(target) == target.length());
    }

    private static int authorityStart(String target) {
        if (target.regionMatches(true, 0, "http://", 0, 7)) {
            return 7;
        }
        return target.regionMatches(true, 0, "https://", 0, 8) ? 8 : 0;
    }

    /** Returns where the path of the target begins: 0, or after the authority. */
    private static int pathStart(String target) {
        int start = authorityStart(target);
        for (int i = start; start > 0 && i < target.length(); i++) {
            char c = target.charAt(i);
            if (c == '/' || c == '?') {
                return i;
            }
        }
        return start == 0 ? 0 : target.length();
    }

    /** Whether this is a host, with or without a port, which may be empty; also true for no host. */
    static boolean isHost(@Nullable String host) {
        if (host == null) {
            return true;
        }
        int literal = host.startsWith("[") ? host.indexOf(']') + 1 : 0;
        int colon = host.indexOf(':', literal);
        int end = colon < 0 ? host.length() : colon;
        boolean named = literal > 0
                ? literal > 2 && end == literal && consistsOf(ADDRESS, host, 1, end - 1)
                : end > 0 && consistsOf(HOST, host, 0, end);
        return named && (colon < 0 || isPort(host, colon + 1));
    }

    private static boolean isPort(String host, int start) {
        int length = host.length() - start;
        return length <= 5
                && consistsOf(DIGITS, host, start, host.length())
                && (length < 5 || Integer.parseInt(host.substring(start)) <= MAX_PORT);
    }

    /**
     * Whether every reader interprets the path alike: no escapes but that of the colon, no empty, {@code .} or
     * {@code ..} segments, and no slash at the end.
     */
    static boolean isPlain(String path) {
        if (path.length() > 1 && path.endsWith("/")) {
            return false;
        }
        int segment = 1;
        int length = path.length();
        for (int i = 1; i < length; i++) {
            char c = path.charAt(i);
            if (c == '/') {
                if (isEmptyOrDots(path, segment, i)) {
                    return false;
                }
                segment = i + 1;
            } else if (c == '%' && path.regionMatches(true, i, COLON, 0, COLON.length())) {
                i += COLON.length() - 1;
            } else if (!PATH.get(c)) {
                return false;
            }
        }
        return segment == length || !isEmptyOrDots(path, segment, length);
    }

    /**
     * Whether a part of the target contains a token, complete or nearly. It decodes escapes as often as a proxy and a
     * service together might.
     */
    static boolean containsToken(@Nullable String part) {
        if (part == null) {
            return false;
        }
        String text = part;
        for (int decoded = 0; decoded < MAX_DECODINGS && text.indexOf('%') >= 0; decoded++) {
            if (hasToken(text)) {
                return true;
            }
            text = decode(text);
        }
        return hasToken(text);
    }

    private static boolean hasToken(String text) {
        for (String prefix : TokenFormat.PREFIXES) {
            int at = text.indexOf(prefix);
            if (at >= 0 && text.length() - at >= TOKEN_LENGTH) {
                return true;
            }
        }
        return false;
    }

    /** Replaces each complete escape by the character of its octet, which is enough because a token is ASCII. */
    private static String decode(String text) {
        int length = text.length();
        StringBuilder decoded = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '%' && i + 2 < length && isHex(text.charAt(i + 1)) && isHex(text.charAt(i + 2))) {
                decoded.append((char)
                        ((Character.digit(text.charAt(i + 1), 16) << 4) | Character.digit(text.charAt(i + 2), 16)));
                i += 2;
            } else {
                decoded.append(c);
            }
        }
        return decoded.toString();
    }

    private static boolean isEmptyOrDots(String path, int start, int end) {
        return switch (end - start) {
            case 0 -> true;
            case 1 -> path.charAt(start) == '.';
            case 2 -> path.charAt(start) == '.' && path.charAt(start + 1) == '.';
            default -> false;
        };
    }

    private static boolean consistsOf(BitSet set, String text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (!set.get(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHex(char c) {
        return Character.digit(c, 16) >= 0 && c < 128;
    }

    private static BitSet set(String characters) {
        BitSet set = new BitSet(128);
        characters.chars().forEach(set::set);
        return set;
    }
}
