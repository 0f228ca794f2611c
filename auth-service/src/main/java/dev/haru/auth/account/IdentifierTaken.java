package dev.haru.auth.account;

import dev.haru.platform.problem.ProblemException;
import java.util.Optional;
import org.hibernate.exception.ConstraintViolationException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;

/** Another account has the nickname or the e-mail address: 409. */
final class IdentifierTaken extends ProblemException {

    private IdentifierTaken(String code, String detail) {
        super(HttpStatus.CONFLICT, code, detail);
    }

    static IdentifierTaken nickname() {
        return new IdentifierTaken("nickname-taken", "Another account has this nickname.");
    }

    static IdentifierTaken email() {
        return new IdentifierTaken("email-taken", "Another account has this e-mail address.");
    }

    /** Returns the problem for a violated unique constraint of an identifier; empty for any other violation. */
    static Optional<IdentifierTaken> of(DataIntegrityViolationException violation) {
        if (violation.getCause() instanceof ConstraintViolationException constraint
                && constraint.getConstraintName() != null) {
            return switch (constraint.getConstraintName()) {
                case "account_nickname_key_unique", "account_nickname_skeleton_unique" -> Optional.of(nickname());
                case "account_email_key_unique" -> Optional.of(email());
                default -> Optional.empty();
            };
        }
        return Optional.empty();
    }
}
