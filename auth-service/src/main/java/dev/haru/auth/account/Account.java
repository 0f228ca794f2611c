package dev.haru.auth.account;

import dev.haru.platform.email.EmailKey;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.UuidGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An account: a nickname, an optional e-mail address and a password hash. Hibernate writes only the changed columns.
 * Native updates set the hash and the time of erasure without a new version, and a stale entity must not undo them.
 *
 * <p>Longer than 120 lines because it keeps the columns of a row and the rules of its changes together.
 */
@Entity
@DynamicUpdate
class Account {

    @Id
    @GeneratedValue
    @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
    private @Nullable UUID id;

    private String nickname;

    @SuppressWarnings("UnusedVariable") // compared by pods of the previous version, and without a folded nickname
    private String nicknameKey;

    /**
     * Null for an account that {@link NicknameKeyBackfill} has not reached, or that shares its key with an older one.
     */
    @SuppressWarnings("UnusedVariable") // read by queries and the unique index
    private @Nullable String nicknameFolded;

    /** Null after an older version of this service wrote the nickname, until {@link SkeletonBackfill} runs. */
    private @Nullable String nicknameSkeleton;

    /** True if no other account may take a nickname with this skeleton; false for a look-alike that is older. */
    @SuppressWarnings("UnusedVariable") // read by queries and the unique index
    private boolean skeletonClaimed;

    private @Nullable String email;

    @SuppressWarnings("UnusedVariable") // read by pods of the previous version
    private @Nullable String emailKey;

    @SuppressWarnings("UnusedVariable") // read by queries
    private String passwordHash;

    @SuppressWarnings("UnusedVariable") // read by queries
    private Instant createdAt;

    /**
     * When the owner erased the account. Sign-in is refused from then on. The row, and with it the nickname, remains
     * until the other services have erased the member's data.
     */
    private @Nullable Instant erasedAt;

    @Version
    private long version;

    /** For Hibernate, which fills every field. */
    @SuppressWarnings("NullAway.Init")
    protected Account() {}

    Account(Nickname nickname, @Nullable String email, String passwordHash, Instant now) {
        this.nickname = nickname.text();
        this.nicknameKey = nickname.previousKey();
        this.nicknameFolded = nickname.key();
        this.nicknameSkeleton = nickname.skeleton();
        this.skeletonClaimed = true;
        this.email = email;
        this.emailKey = keyOf(email);
        this.passwordHash = passwordHash;
        this.createdAt = now;
    }

    /** Changes the identifiers. If another account has one of them, the flush of the change fails. */
    void changeIdentifiers(Nickname nickname, @Nullable String email) {
        if (!this.nickname.equals(nickname.text())) {
            rename(nickname);
        }
        this.email = email;
        this.emailKey = keyOf(email);
    }

    private void rename(Nickname nickname) {
        // Otherwise an account whose key another one has could not change its own capitals.
        boolean keepsKeys = nicknameFolded == null && nicknameKey.equals(nickname.previousKey());
        this.nickname = nickname.text();
        this.nicknameKey = nickname.previousKey();
        this.nicknameFolded = keepsKeys ? null : nickname.key();
        String skeleton = nickname.skeleton();
        if (!skeleton.equals(nicknameSkeleton)) {
            this.nicknameSkeleton = skeleton;
            this.skeletonClaimed = true;
        }
    }

    boolean isErased() {
        return erasedAt != null;
    }

    boolean hasIdentifiers(Nickname otherNickname, @Nullable String otherEmail) {
        return nickname.equals(otherNickname.text()) && Objects.equals(email, otherEmail);
    }

    UUID id() {
        return Objects.requireNonNull(id, "not saved yet");
    }

    String nickname() {
        return nickname;
    }

    @Nullable String email() {
        return email;
    }

    long version() {
        return version;
    }

    static @Nullable String keyOf(@Nullable String email) {
        return email == null ? null : EmailKey.of(email);
    }
}
