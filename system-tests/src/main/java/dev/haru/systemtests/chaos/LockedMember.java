package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * An operator's open transaction on the row of one member, for whom auth-service has a message. member-service cannot
 * apply this message before the transaction ends. The messages of all other members must arrive meanwhile.
 *
 * <p>Longer than 120 lines because it keeps the fault and its expectation together.
 */
final class LockedMember implements Fault.Expectation {

    private static final String REGISTRATION = "register";

    private static final Duration LOCK = Duration.ofMinutes(1);

    /** Other members' messages arrive within this time, although the delivery of the failing one takes some. */
    private static final Duration DELIVERY = Duration.ofSeconds(20);

    /** The longest pause of a message that failed is a minute. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

    private static final long POLL_MILLIS = 250;

    private final HaruSystem system;
    private final List<Connection> held = new ArrayList<>();
    private Message message = new Message(new UUID(0, 0), 0);

    private LockedMember(HaruSystem system) {
        this.system = system;
    }

    static Fault fault(HaruSystem system) {
        LockedMember lock = new LockedMember(system);
        return new Fault("a member's row locked for 60 s", lock::acquire, LOCK, lock::release, lock);
    }

    private void acquire() throws SQLException {
        Connection connection = system.connectAsAdmin();
        held.add(connection);
        connection.setAutoCommit(false);
        UUID member;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select id from member.member order by id limit 1 for update")) {
            row.next();
            member = row.getObject(1, UUID.class);
        }
        message = publish(member);
    }

    private void release() throws SQLException {
        for (Connection connection : held) {
            connection.close();
        }
        held.clear();
    }

    /** Publishes a newer version of the account, as a change of an identifier does. */
    private Message publish(UUID member) throws SQLException {
        try (Connection connection = system.connectAsAdmin();
                PreparedStatement statement = connection.prepareStatement("""
                        with changed as (
                            update auth.account set version = version + 1 where id = ?
                            returning id, nickname, email, version)
                        insert into auth.outbox (account_id, payload, created_at, next_attempt_at)
                        select id, jsonb_build_object('kind', 'identified', 'nickname', nickname, 'email', email,
                            'accountVersion', version), now(), now()
                        from changed
                        returning cast(payload ->> 'accountVersion' as bigint)
                        """)) {
            statement.setObject(1, member);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Message(member, row.getLong(1));
            }
        }
    }

    @Override
    public List<String> violatedBeforeTheEnd(List<Call> calls) throws SQLException {
        List<Call> registrations =
                calls.stream().filter(call -> call.name().equals(REGISTRATION)).toList();
        long failed = registrations.stream().filter(Call::failed).count();
        Instant due = Instant.now().minus(DELIVERY);
        Set<UUID> registered = registrations.stream()
                .filter(call -> call.at().isBefore(due))
                .map(Call::written)
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
        int without = withoutProfile(registered);
        List<String> violations = new ArrayList<>();
        if (registered.isEmpty()) {
            violations.add("no registration during the lock");
        }
        if (failed > 0) {
            violations.add("%d of %d registrations failed".formatted(failed, registrations.size()));
        }
        if (without > 0) {
            violations.add("%d of %d registrations without a profile".formatted(without, registered.size()));
        }
        if (isDelivered()) {
            violations.add("the message arrived during the lock, so the lock had no effect");
        }
        return violations;
    }

    @Override
    public List<String> violatedAfterTheEnd() throws Exception {
        Instant limit = Instant.now().plus(LONGEST_PAUSE);
        while (!isDelivered()) {
            if (Instant.now().isAfter(limit)) {
                return List.of("the message of the locked member has not arrived");
            }
            Thread.sleep(POLL_MILLIS);
        }
        return List.of();
    }

    private boolean isDelivered() throws SQLException {
        try (Connection connection = system.connectAsAdmin();
                PreparedStatement statement = connection.prepareStatement("""
                        select exists (select 1 from member.member where id = ? and account_version >= ?)
                            and not exists (select 1 from auth.outbox where account_id = ?)
                        """)) {
            statement.setObject(1, message.member());
            statement.setLong(2, message.version());
            statement.setObject(3, message.member());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    private int withoutProfile(Set<UUID> members) throws SQLException {
        try (Connection connection = system.connectAsAdmin()) {
            return AcknowledgedWrites.missing(connection, "member.member", members)
                    .size();
        }
    }

    private record Message(UUID member, long version) {}
}
