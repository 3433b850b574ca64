"""What the models cannot say: what never changes, and room in tables that are updated often."""

from django.db import migrations

ROOM_FOR_UPDATES = """
ALTER TABLE annotation_assignment SET (
    autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, fillfactor = 85
);
ALTER TABLE annotation_enrolment SET (
    autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, fillfactor = 85
);
ALTER TABLE annotation_hit SET (
    autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, fillfactor = 85
);
ALTER TABLE annotation_judgment SET (
    autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, fillfactor = 85
);
"""
NO_ROOM_FOR_UPDATES = """
ALTER TABLE annotation_assignment RESET (
    autovacuum_analyze_scale_factor, autovacuum_vacuum_scale_factor, fillfactor
);
ALTER TABLE annotation_enrolment RESET (
    autovacuum_analyze_scale_factor, autovacuum_vacuum_scale_factor, fillfactor
);
ALTER TABLE annotation_hit RESET (
    autovacuum_analyze_scale_factor, autovacuum_vacuum_scale_factor, fillfactor
);
ALTER TABLE annotation_judgment RESET (
    autovacuum_analyze_scale_factor, autovacuum_vacuum_scale_factor, fillfactor
);
"""
ARM_NEVER_CHANGES = """
CREATE FUNCTION annotation_arm_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'whether an assignment has a suggestion never changes'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'an_arm_never_changes';
END $$;
CREATE TRIGGER an_arm_never_changes BEFORE UPDATE OF suggested ON annotation_assignment
    FOR EACH ROW
    WHEN (old.suggested IS DISTINCT FROM new.suggested)
    EXECUTE FUNCTION annotation_arm_never_changes();
"""
NO_ARM_NEVER_CHANGES = """
DROP TRIGGER an_arm_never_changes ON annotation_assignment;
DROP FUNCTION annotation_arm_never_changes();
"""
DECISION_IS_NEVER_CHANGED = """
CREATE FUNCTION annotation_decision_is_never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.campaign_id, NEW.hit_id, NEW.adjudicator, NEW.submission_id, NEW.how, NEW.judgment_id, NEW.note, NEW.seen,
        NEW.apart, NEW.decided_at)
       IS DISTINCT FROM (OLD.campaign_id, OLD.hit_id, OLD.adjudicator, OLD.submission_id, OLD.how, OLD.judgment_id,
        OLD.note, OLD.seen, OLD.apart, OLD.decided_at)
       OR (OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at)
       OR ((NEW.payload, NEW.vector) IS DISTINCT FROM (OLD.payload, OLD.vector)
           AND OLD.withdrawn_at IS NULL)
    THEN
        RAISE EXCEPTION 'a decision is never changed: withdraw it and make another one'
            USING ERRCODE = 'integrity_constraint_violation',
                  CONSTRAINT = 'a_decision_is_never_changed';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_decision_is_never_changed BEFORE UPDATE ON annotation_decision
    FOR EACH ROW
    EXECUTE FUNCTION annotation_decision_is_never_changed();
"""
NO_DECISION_IS_NEVER_CHANGED = """
DROP TRIGGER a_decision_is_never_changed ON annotation_decision;
DROP FUNCTION annotation_decision_is_never_changed();
"""
LEAVING_IS_FOR_GOOD = """
CREATE FUNCTION annotation_leaving_is_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a worker who withdrew or was erased stays so'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'leaving_is_for_good';
END $$;
CREATE TRIGGER leaving_is_for_good BEFORE UPDATE OF withdrawn_at, erased_at ON annotation_enrolment
    FOR EACH ROW
    WHEN (old.withdrawn_at IS NOT NULL AND new.withdrawn_at IS DISTINCT FROM old.withdrawn_at
          OR old.erased_at IS NOT NULL AND new.erased_at IS DISTINCT FROM old.erased_at)
    EXECUTE FUNCTION annotation_leaving_is_for_good();
"""
NO_LEAVING_IS_FOR_GOOD = """
DROP TRIGGER leaving_is_for_good ON annotation_enrolment;
DROP FUNCTION annotation_leaving_is_for_good();
"""
LEDGER_IS_APPEND_ONLY = """
CREATE FUNCTION annotation_ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.reason = '(erased)' AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' THEN
            RETURN NEW;
        END IF;
    END IF;
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT FROM annotation_campaign
        WHERE id = OLD.campaign_id AND deleted_at <= statement_timestamp() - interval '1 day'
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only: enter the opposite instead'
        USING ERRCODE = 'integrity_constraint_violation',
              CONSTRAINT = 'the_ledger_is_append_only';
END $$;
CREATE TRIGGER the_ledger_is_append_only BEFORE DELETE OR UPDATE ON annotation_ledgerentry
    FOR EACH ROW
    EXECUTE FUNCTION annotation_ledger_is_append_only();
"""
NO_LEDGER_IS_APPEND_ONLY = """
DROP TRIGGER the_ledger_is_append_only ON annotation_ledgerentry;
DROP FUNCTION annotation_ledger_is_append_only();
"""
PROGRAMS_ARE_OWED_NOTHING = """
CREATE FUNCTION annotation_programs_are_owed_nothing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM annotation_enrolment WHERE id = NEW.enrolment_id AND of_program) THEN
        RAISE EXCEPTION 'a program is owed nothing, so nothing is decided about its pay'
            USING ERRCODE = 'integrity_constraint_violation',
                  CONSTRAINT = 'programs_are_owed_nothing';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER programs_are_owed_nothing BEFORE INSERT ON annotation_ledgerentry
    FOR EACH ROW
    EXECUTE FUNCTION annotation_programs_are_owed_nothing();
"""
NO_PROGRAMS_ARE_OWED_NOTHING = """
DROP TRIGGER programs_are_owed_nothing ON annotation_ledgerentry;
DROP FUNCTION annotation_programs_are_owed_nothing();
"""
CONSENT_IS_NEVER_CHANGED = """
CREATE FUNCTION consent_is_never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'consent_is_never_changed' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER consent_answer_is_never_changed BEFORE UPDATE ON annotation_consentanswer
    FOR EACH ROW
    EXECUTE FUNCTION consent_is_never_changed();
CREATE TRIGGER consent_text_is_never_changed BEFORE UPDATE ON annotation_consenttext
    FOR EACH ROW
    EXECUTE FUNCTION consent_is_never_changed();
"""
NO_CONSENT_IS_NEVER_CHANGED = """
DROP TRIGGER consent_answer_is_never_changed ON annotation_consentanswer;
DROP TRIGGER consent_text_is_never_changed ON annotation_consenttext;
DROP FUNCTION consent_is_never_changed();
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0001_initial")]
    operations = [
        migrations.RunSQL(ROOM_FOR_UPDATES, NO_ROOM_FOR_UPDATES),
        migrations.RunSQL(ARM_NEVER_CHANGES, NO_ARM_NEVER_CHANGES),
        migrations.RunSQL(DECISION_IS_NEVER_CHANGED, NO_DECISION_IS_NEVER_CHANGED),
        migrations.RunSQL(LEAVING_IS_FOR_GOOD, NO_LEAVING_IS_FOR_GOOD),
        migrations.RunSQL(LEDGER_IS_APPEND_ONLY, NO_LEDGER_IS_APPEND_ONLY),
        migrations.RunSQL(PROGRAMS_ARE_OWED_NOTHING, NO_PROGRAMS_ARE_OWED_NOTHING),
        migrations.RunSQL(CONSENT_IS_NEVER_CHANGED, NO_CONSENT_IS_NEVER_CHANGED),
    ]
