package dev.haru.member.profile;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Changes of profiles.
 *
 * @param claim how long other changes of a profile wait for auth-service to accept new identifiers. More than twice the
 *     time-outs of this change together, which {@code make lint} checks. A claim therefore expires only if its process
 *     has died or has paused for long
 */
@Validated
@ConfigurationProperties("haru.profile-editing")
record ProfileEditingProperties(
        @NotNull @DefaultValue("15s") Duration claim) {}
