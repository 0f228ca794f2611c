package dev.haru.auth.account;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.util.Optional;
import org.hibernate.exception.ConstraintViolationException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;

/** Another account has the nickname or the e-mail address: 409. */
final class IdentifierTaken extends ProblemException {

    private IdentifierTaken(String code, Message detail) {
        super(HttpStatus.CONFLICT, code, detail);
    }

    static IdentifierTaken nickname() {
        return new IdentifierTaken("nickname-taken", Message.of("detail.nickname-taken"));
    }

    static IdentifierTaken email() {
        return new IdentifierTaken("email-taken", Message.of("detail.email-taken"));
    }

    /** Returns the problem for a violated unique constraint of an identifier; empty for any other violation. */
    static Optional<IdentifierTaken> of(DataIntegrityViolationException violation) {
        if (violation.getCause() instanceof ConstraintViolationException constraint
                && constraint.getConstraintName() != null) {
            return switch (constraint.getConstraintName()) {
                case "account_nickname_folded_unique",
                        "account_nickname_key_unique",
                        "account_nickname_skeleton_unique" -> Optional.of(nickname());
                default -> Optional.empty();
            };
        }
        return Optional.empty();
    }
}
