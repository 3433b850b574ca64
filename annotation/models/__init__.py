"""The models, one file per noun. Database constraints refuse what must never happen."""

from annotation.models.agreement import (
    AgreementState,
    EntailmentState,
    FigurePoint,
    ItemEntailment,
    ItemSummary,
)
from annotation.models.annotation_set import Annotation, AnnotationSet
from annotation.models.audit import AuditEvent
from annotation.models.campaign import Campaign
from annotation.models.dataset import Dataset, DatasetUpload, Item
from annotation.models.dead_letter import DeadLetter
from annotation.models.heartbeat import Heartbeat
from annotation.models.imports import DatasetImport, SetImport
from annotation.models.job import Job
from annotation.models.lease import Lease
from annotation.models.pay import LedgerEntry, PaymentBatch, PaymentLine, PlacePayment, Purse
from annotation.models.people.account_mail import Letter
from annotation.models.people.arrival import Arrival
from annotation.models.people.consent import ConsentAnswer, ConsentText
from annotation.models.people.erased_id import ErasedId
from annotation.models.people.idempotent_response import KeptAnswer
from annotation.models.people.invitation import Invitation
from annotation.models.people.join_trace import JoinTrace
from annotation.models.people.login import LoginAttempt
from annotation.models.people.message import Message
from annotation.models.people.platform import PlatformSession
from annotation.models.people.practice import PracticeTask
from annotation.models.people.qualification import ClaimedTraits, ListedId
from annotation.models.people.quiz import QuizTry
from annotation.models.people.researcher_identity import ResearcherIdentity
from annotation.models.people.token import APIToken
from annotation.models.people.user import User
from annotation.models.people.worker import Enrolment, Worker
from annotation.models.picture import Picture
from annotation.models.project import Membership, Project
from annotation.models.reference_set import HeldSet
from annotation.models.report import CampaignReport
from annotation.models.snapshot import Publication, SigningKey, Snapshot, SnapshotFile, SnapshotPart
from annotation.models.word_list import WordList
from annotation.models.wording_picture import ShownPicture
from annotation.models.work.assignment import Assignment
from annotation.models.work.decision import Decision
from annotation.models.work.decision_reason import CodedDecision, DecisionReason
from annotation.models.work.gold_answer import KnownAnswer
from annotation.models.work.hit import HIT
from annotation.models.work.judgment import Judgment
from annotation.models.work.rejection import Rejection
from annotation.models.work.review import ReviewAct, ReviewChunk
from annotation.models.work.saved_filter import SavedFilter
from annotation.models.work.signals import WorkerSignals
from annotation.models.work.skip import Skip
from annotation.models.work.suggestion import PreAnnotation, Suggestion

__all__ = [
    "HIT",
    "APIToken",
    "AgreementState",
    "Annotation",
    "AnnotationSet",
    "Arrival",
    "Assignment",
    "AuditEvent",
    "Campaign",
    "CampaignReport",
    "ClaimedTraits",
    "CodedDecision",
    "ConsentAnswer",
    "ConsentText",
    "Dataset",
    "DatasetImport",
    "DatasetUpload",
    "DeadLetter",
    "Decision",
    "DecisionReason",
    "Enrolment",
    "EntailmentState",
    "ErasedId",
    "FigurePoint",
    "Heartbeat",
    "HeldSet",
    "Invitation",
    "Item",
    "ItemEntailment",
    "ItemSummary",
    "Job",
    "JoinTrace",
    "Judgment",
    "KeptAnswer",
    "KnownAnswer",
    "Lease",
    "LedgerEntry",
    "Letter",
    "ListedId",
    "LoginAttempt",
    "Membership",
    "Message",
    "PaymentBatch",
    "PaymentLine",
    "Picture",
    "PlacePayment",
    "PlatformSession",
    "PracticeTask",
    "PreAnnotation",
    "Project",
    "Publication",
    "Purse",
    "QuizTry",
    "Rejection",
    "ResearcherIdentity",
    "ReviewAct",
    "ReviewChunk",
    "SavedFilter",
    "SetImport",
    "ShownPicture",
    "SigningKey",
    "Skip",
    "Snapshot",
    "SnapshotFile",
    "SnapshotPart",
    "Suggestion",
    "User",
    "WordList",
    "Worker",
    "WorkerSignals",
]
