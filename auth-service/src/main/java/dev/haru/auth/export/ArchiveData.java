package dev.haru.auth.export;

import dev.haru.auth.delivery.DataPage;
import dev.haru.auth.member.MemberClient;
import dev.haru.auth.schedule.ScheduleClient;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Reads the pages of the sections from this service and from the upstream services. */
@Component
class ArchiveData {

    private final OwnData own;
    private final MemberClient members;
    private final ScheduleClient schedules;

    ArchiveData(OwnData own, MemberClient members, ScheduleClient schedules) {
        this.own = own;
        this.members = members;
        this.schedules = schedules;
    }

    /** Returns the next page of the export. Throws {@link dev.haru.auth.delivery.DataUnavailable}. */
    DataPage next(PendingExport export) {
        UUID account = export.accountId();
        return switch (export.section()) {
            case ACCOUNT -> own.account(account);
            case FORMER_EMAILS -> own.formerEmails(account);
            case SECOND_FACTORS -> own.secondFactors(account);
            case RECOVERY_CODES -> own.recoveryCodes(account);
            case PERSONAL_ACCESS_TOKENS -> own.personalAccessTokens(account);
            case SESSIONS -> own.sessions(account, export.after());
            case DEVICES -> own.devices(account, export.after());
            case SECURITY_EVENTS -> own.securityEvents(account, export.after());
            case PROFILE -> members.profile(account);
            case SCHEDULES -> schedules.schedules(account, export.after());
            case DELETED_SCHEDULES -> schedules.deletedSchedules(account, export.after());
            case TEMPLATES -> schedules.templates(account, export.after());
            case RATINGS -> schedules.ratings(account, export.after());
            case ADOPTIONS -> schedules.adoptions(account, export.after());
        };
    }
}
