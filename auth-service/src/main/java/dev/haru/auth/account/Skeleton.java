package dev.haru.auth.account;

import com.ibm.icu.text.SpoofChecker;

/**
 * Skeletons of confusable texts (<a href="https://www.unicode.org/reports/tr39/#Confusable_Detection">UTS #39, section
 * 4</a>): texts that look the same have the same one, such as {@code haru} in Latin and with a Cyrillic {@code а}.
 */
final class Skeleton {

    private Skeleton() {}

    /**
     * The skeleton of a text in NFKC, whose length is bounded. Case does not count: the text is reduced as it is
     * written, its capitals too, then folded, then reduced again.
     */
    static String of(String text) {
        return Data.CHECKER.getSkeleton(Nickname.folded(Data.CHECKER.getSkeleton(text)));
    }

    /** Loads the table of confusables, a quarter of a second, when it is first needed and not at start. */
    private static final class Data {
        static final SpoofChecker CHECKER = new SpoofChecker.Builder().build();
    }
}
