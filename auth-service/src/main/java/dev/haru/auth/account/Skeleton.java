package dev.haru.auth.account;

import com.ibm.icu.text.SpoofChecker;

/**
 * Computes skeletons of confusable texts (<a href="https://www.unicode.org/reports/tr39/#Confusable_Detection">UTS #39,
 * section 4</a>). Texts that look alike have equal skeletons, such as {@code haru} in Latin and with a Cyrillic
 * {@code а}.
 */
final class Skeleton {

    private Skeleton() {}

    /**
     * Returns the skeleton of a text in NFKC; the caller has bounded its length. Case does not matter. The method
     * reduces the text with its capitals, folds the case, and reduces the result again.
     */
    static String of(String text) {
        return Data.CHECKER.getSkeleton(Nickname.folded(Data.CHECKER.getSkeleton(text)));
    }

    /** Returns the skeleton as the version before computed it. */
    static String before(String text) {
        return Data.CHECKER.getSkeleton(Nickname.foldedBefore(Data.CHECKER.getSkeleton(text)));
    }

    /** Loads the table of confusables at first use and not at startup, because this takes a quarter of a second. */
    private static final class Data {
        static final SpoofChecker CHECKER = new SpoofChecker.Builder().build();
    }
}
