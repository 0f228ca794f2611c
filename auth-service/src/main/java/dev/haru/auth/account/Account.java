package dev.haru.auth.account;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.UuidGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Who may come in: a nickname, perhaps an e-mail address, and the hash of a password. Only what has changed is written:
 * hash and erasure change past the version, and what was read of them before must not come back.
 */
@Entity
@DynamicUpdate
class Account {

    @Id
    @GeneratedValue
    @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
    private @Nullable UUID id;

    private String nickname;

    private String nicknameKey;

    /** Null until {@link SkeletonBackfill} has written it, for an account that another version has written. */
    private @Nullable String nicknameSkeleton;

    /** Whether no other account may take a nickname with the same skeleton; false for look-alikes from before. */
    @SuppressWarnings("UnusedVariable") // read by queries and the unique index
    private boolean skeletonClaimed;

    private @Nullable String email;

    @SuppressWarnings("UnusedVariable") // read by queries and the unique constraint
    private @Nullable String emailKey;

    private String passwordHash;
    private Instant createdAt;

    /** Since when nobody may come in any more; the row stays, and its nickname taken, until the neighbours are done. */
    private @Nullable Instant erasedAt;

    @Version
    private long version;

    /** For Hibernate, which fills every field. */
    @SuppressWarnings("NullAway.Init")
    protected Account() {}

    Account(Nickname nickname, @Nullable String email, String passwordHash, Instant now) {
        this.nickname = nickname.text();
        this.nicknameKey = nickname.key();
        this.nicknameSkeleton = nickname.skeleton();
        this.skeletonClaimed = true;
        this.email = email;
        this.emailKey = keyOf(email);
        this.passwordHash = passwordHash;
        this.createdAt = now;
    }

    /** Takes other identifiers; whether they are free is known when the change is flushed. */
    void identify(Nickname nickname, @Nullable String email) {
        if (!this.nickname.equals(nickname.text())) {
            rename(nickname);
        }
        this.email = email;
        this.emailKey = keyOf(email);
    }

    private void rename(Nickname nickname) {
        this.nickname = nickname.text();
        this.nicknameKey = nickname.key();
        String skeleton = nickname.skeleton();
        if (!skeleton.equals(nicknameSkeleton)) {
            this.nicknameSkeleton = skeleton;
            this.skeletonClaimed = true;
        }
    }

    boolean isErased() {
        return erasedAt != null;
    }

    boolean isIdentifiedBy(Nickname otherNickname, @Nullable String otherEmail) {
        return nickname.equals(otherNickname.text()) && Objects.equals(email, otherEmail);
    }

    UUID id() {
        return Objects.requireNonNull(id, "not saved yet");
    }

    String nickname() {
        return nickname;
    }

    String nicknameKey() {
        return nicknameKey;
    }

    @Nullable String email() {
        return email;
    }

    Instant createdAt() {
        return createdAt;
    }

    String passwordHash() {
        return passwordHash;
    }

    long version() {
        return version;
    }

    static @Nullable String keyOf(@Nullable String email) {
        return email == null ? null : email.toLowerCase(Locale.ROOT);
    }
}
